import type { JSX } from 'preact';
import { PageHeader } from '../../components/page-header.tsx';
import { useMessages } from '../../language/language.ts';
import { pageTitles } from '../../navigation/page-titles.ts';

export const ImportPage = (): JSX.Element => <PageHeader title={useMessages(pageTitles).import} />;
