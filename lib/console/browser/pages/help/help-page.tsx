import type { JSX } from 'preact';
import { may } from '../../../../../shared/rules/roles.ts';
import { LeaveCompany } from '../../components/leave-company.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useMessages, useTexts } from '../../language/language.ts';
import { pageTitles } from '../../navigation/page-titles.ts';
import { useMember } from '../../session/member.ts';
import { helpMessages } from './help-messages.ts';

const items = (texts: readonly string[] | undefined): JSX.Element[] | undefined =>
  texts?.map((text) => <li key={text}>{text}</li>);

export const HelpPage = (): JSX.Element => {
  const t = useTexts(helpMessages);
  const titles = useMessages(pageTitles);
  const { api, apiUrl, me } = useMember();
  const sections = t.sections.filter(({ permission }) => permission === undefined || may(me.role, permission));
  return (
    <>
      <PageHeader title={titles.help} intro={t.intro} />
      <div class="prose">
        {sections.map(({ title, paragraphs, steps, points, code }) => (
          <section key={title} class="card">
            <h2>{title}</h2>
            {paragraphs?.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {steps !== undefined && <ol>{items(steps)}</ol>}
            {points !== undefined && <ul>{items(points)}</ul>}
            {code !== undefined && <pre>{code(apiUrl)}</pre>}
          </section>
        ))}
      </div>
      <LeaveCompany api={api} companyId={me.companyId} />
    </>
  );
};
