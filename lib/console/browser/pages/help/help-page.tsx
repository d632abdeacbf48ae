import type { JSX } from 'preact';
import { may, type Permission, roles } from '../../../../../shared/rules/roles.ts';
import { LeaveCompany } from '../../components/dialog.tsx';
import { PageHeader } from '../../components/page.tsx';
import { Loaded } from '../../components/notice.tsx';
import { useLoad } from '../../components/use-load.ts';
import { type Language, useLanguage, useTexts } from '../../language/language.ts';
import type de from '../../locales/help/help.de.json';
import type en from '../../locales/help/help.en.json';
import type es from '../../locales/help/help.es.json';
import type ptBr from '../../locales/help/help.pt-BR.json';
import { useMember } from '../../api/connection.ts';

interface Section {
  readonly title: string;
  readonly intro?: string;
  readonly steps?: readonly string[];
  readonly points?: readonly string[];
}

type HelpTexts = typeof de & typeof en & typeof es & typeof ptBr;

/** The longest texts of the console are in files of their own, because few people read them. */
const files: Readonly<Record<Language, () => Promise<{ readonly default: HelpTexts }>>> = {
  en: () => import('../../locales/help/help.en.json'),
  'pt-BR': () => import('../../locales/help/help.pt-BR.json'),
  es: () => import('../../locales/help/help.es.json'),
  de: () => import('../../locales/help/help.de.json'),
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
  const language = useLanguage();
  const texts = useLoad(language, async () => (await files[language]()).default);
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
