import type { JSX } from 'preact';
import { may, type Permission, roles } from '../../../../../shared/rules/roles.ts';
import { LeaveCompany } from '../../components/leave-company.tsx';
import { PageHeader } from '../../components/page.tsx';
import { Loaded } from '../../components/notice.tsx';
import { useTexts } from '../../language/language.ts';
import { type PageTextFiles, usePageTexts } from '../../language/page-texts.ts';
import type de from '../../locales/pages/help.de.json';
import type en from '../../locales/pages/help.en.json';
import type es from '../../locales/pages/help.es.json';
import type ptBr from '../../locales/pages/help.pt-BR.json';
import { useMember } from '../../api/connection.ts';

interface Section {
  readonly title: string;
  readonly intro?: string;
  readonly steps?: readonly string[];
  readonly points?: readonly string[];
}

type HelpTexts = typeof de & typeof en & typeof es & typeof ptBr;

const files: PageTextFiles<HelpTexts> = {
  en: () => import('../../locales/pages/help.en.json'),
  'pt-BR': () => import('../../locales/pages/help.pt-BR.json'),
  es: () => import('../../locales/pages/help.es.json'),
  de: () => import('../../locales/pages/help.de.json'),
};

type SectionName = keyof HelpTexts['sections'];

/** The permission without which a section is not shown. */
const PERMISSIONS: Readonly<Partial<Record<SectionName, Permission>>> = {
  connect: 'clients.change',
  rotate: 'clients.change',
  import: 'imports.run',
};

/** Commands to try a new credential. */
const tryIt = (apiUrl: string): string =>
  [
    `API=${apiUrl}`,
    `curl -s "$API/auth" -H 'Content-Type: application/json' \\`,
    `  -d '{"clientId": "ckc_…", "clientSecret": "cks_…"}'`,
    `curl -s "$API/scheduling/checkin" -H 'Content-Type: application/json' \\`,
    `  -H "Authorization: Bearer accessToken" -d '{"id": 1, "dryRun": true}'`,
  ].join('\n');

const items = (texts: readonly string[]): JSX.Element[] => texts.map((text) => <li key={text}>{text}</li>);

export const HelpPage = () => {
  const t = useTexts();
  const texts = usePageTexts(files);
  const { call, apiUrl, me } = useMember();
  const roleTexts = roles.map((role) => `${t.roles[role]}: ${t.roleHints[role]}`);
  const isShown = (name: string): boolean => {
    const permission = PERMISSIONS[name as SectionName];
    return permission === undefined || may(me.role, permission);
  };
  const sectionsOf = (help: HelpTexts): readonly (readonly [name: string, section: Section])[] => [
    ...Object.entries(help.sections),
    ['roles', { title: help.whoMayWhat, points: roleTexts }],
  ];
  return (
    <>
      <PageHeader title={t.titles.help} intro={texts.data?.intro} />
      <Loaded load={texts}>
        {(help) => (
          <div class="prose">
            {sectionsOf(help)
              .filter(([name]) => isShown(name))
              .map(([name, { title, intro, steps, points }]) => (
                <section key={name} class="card">
                  <h2>{title}</h2>
                  {intro !== undefined && <p>{intro}</p>}
                  {steps !== undefined && <ol>{items(steps)}</ol>}
                  {points !== undefined && <ul>{items(points)}</ul>}
                  {name === 'connect' && <pre>{tryIt(apiUrl ?? help.apiUrlExample)}</pre>}
                </section>
              ))}
          </div>
        )}
      </Loaded>
      <LeaveCompany call={call} companyId={me.companyId} />
    </>
  );
};
