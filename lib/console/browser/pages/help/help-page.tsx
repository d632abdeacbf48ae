import type { JSX } from 'preact';
import { may, type Permission, roles } from '../../../../../shared/rules/roles.ts';
import { LeaveCompany } from '../../components/dialog.tsx';
import { PageHeader } from '../../components/page.tsx';
import { useTexts } from '../../language/language.ts';
import { useMember } from '../../api/connection.ts';
import { helpMessages } from './help-messages.ts';

interface Section {
  readonly title: string;
  /** Shown only to members with this permission; to everybody if absent. */
  readonly permission?: Permission;
  readonly intro?: string;
  readonly steps?: readonly string[];
  readonly points?: readonly string[];
  readonly code?: (apiUrl: string | undefined) => string;
}

const items = (texts: readonly string[]): JSX.Element[] => texts.map((text) => <li key={text}>{text}</li>);

export const HelpPage = () => {
  const t = useTexts(helpMessages);
  const { call, apiUrl, me } = useMember();
  const roleTexts = roles.map((role) => `${t.roles[role]}: ${t.roleHints[role]}`);
  const sections: readonly Section[] = [...Object.values(t.sections), { title: t.whoMayWhat, points: roleTexts }];
  return (
    <>
      <PageHeader title={t.titles.help} intro={t.intro} />
      <div class="prose">
        {sections
          .filter(({ permission }) => permission === undefined || may(me.role, permission))
          .map(({ title, intro, steps, points, code }) => (
            <section key={title} class="card">
              <h2>{title}</h2>
              {intro !== undefined && <p>{intro}</p>}
              {steps !== undefined && <ol>{items(steps)}</ol>}
              {points !== undefined && <ul>{items(points)}</ul>}
              {code !== undefined && <pre>{code(apiUrl)}</pre>}
            </section>
          ))}
      </div>
      <LeaveCompany call={call} companyId={me.companyId} />
    </>
  );
};
