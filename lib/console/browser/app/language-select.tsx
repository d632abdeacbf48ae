import type { ComponentChildren, JSX } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { isLanguageTag } from '../../../../shared/rules/languages.ts';
import { applyLanguage, LanguageContext, LANGUAGES, useLanguage, useTexts } from '../language/language.ts';
import { shellMessages } from './shell-messages.ts';

/** Shows its children in the language that {@link LanguageSelect} chooses. */
export const LanguageProvider = ({ children }: { readonly children: ComponentChildren }): JSX.Element => {
  const state = useState(useLanguage());
  applyLanguage(state[0]);
  return <LanguageContext.Provider value={state}>{children}</LanguageContext.Provider>;
};

export const LanguageSelect = (): JSX.Element => {
  const [language, setLanguage] = useContext(LanguageContext);
  return (
    <select
      class="language"
      aria-label={useTexts(shellMessages).language}
      value={language}
      onChange={({ currentTarget: { value } }) => {
        if (isLanguageTag(value)) setLanguage(value);
      }}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
};
