import type { JSX } from 'preact';
import { may, type Permission, roles } from '../../../../../shared/rules/roles.ts';
import { LeaveCompany } from '../../components/leave-company.tsx';
import { PageHeader } from '../../components/page.tsx';
import { type TextsOf, useTexts } from '../../language/language.ts';
import { useMember } from '../../api/connection.ts';

interface Section {
  readonly title: string;
  readonly intro?: string;
  readonly steps?: readonly string[];
  readonly points?: readonly string[];
}

type SectionName = keyof TextsOf<'help'>['sections'];

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
  const t = useTexts('help');
  const { call, apiUrl, me } = useMember();
  const roleTexts = roles.map((role) => `${t.roles[role]}: ${t.roleHints[role]}`);
  const isShown = (name: string): boolean => {
    const permission = PERMISSIONS[name as SectionName];
    return permission === undefined || may(me.role, permission);
  };
  const sections: readonly (readonly [name: string, section: Section])[] = [
    ...Object.entries(t.sections),
    ['roles', { title: t.whoMayWhat, points: roleTexts }],
  ];
  return (
    <>
      <PageHeader title={t.titles.help} intro={t.intro} />
      <div class="prose">
        {sections
          .filter(([name]) => isShown(name))
          .map(([name, { title, intro, steps, points }]) => (
            <section key={name} class="card">
              <h2>{title}</h2>
              {intro !== undefined && <p>{intro}</p>}
              {steps !== undefined && <ol>{items(steps)}</ol>}
              {points !== undefined && <ul>{items(points)}</ul>}
              {name === 'connect' && <pre>{tryIt(apiUrl ?? t.apiUrlExample)}</pre>}
            </section>
          ))}
      </div>
      <LeaveCompany call={call} companyId={me.companyId} />
    </>
  );
};
