import type { ErrorResponse } from '../../shared/console-api/parts.ts';
import { CONSOLE_SCOPE } from '../../shared/console-api/routes.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import {
  type ErrorDetails,
  formatForLog,
  UseCaseError,
  type UseCaseErrorCode,
} from '../../shared/domain/use-case-error.ts';
import type { Language } from '../../shared/messages/messages.ts';
import { formatError, headersByCode, type HttpResponse } from '../../shared/http/response.ts';
import { formatText } from '../../shared/rules/format-text.ts';
import { consoleErrors, type ConsoleErrorCode } from '../../shared/rules/errors.ts';
import type { LanguageTag } from '../../shared/rules/languages.ts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import ptBr from './locales/pt-BR.json' with { type: 'json' };

/**
 * Kept apart from the messages of the gate's API, so that its functions load faster. The type makes a text that one language lacks
 * a compile error.
 */
export const consoleTexts: Readonly<Record<LanguageTag, typeof de & typeof en & typeof es & typeof ptBr>> = {
  en,
  'pt-BR': ptBr,
  es,
  de,
};

export class ConsoleError extends Error {
  readonly code: ConsoleErrorCode;
  /** Values for the message. */
  readonly details: ErrorDetails;
  /** Who has the identifier that the request wanted to give to somebody else. */
  readonly taken: ErrorResponse['taken'];

  constructor(code: ConsoleErrorCode, details: ErrorDetails = {}, taken?: ErrorResponse['taken']) {
    super(formatForLog(code, details));
    this.code = code;
    this.details = details;
    this.taken = taken;
  }
}

/** Codes of the console's API by the code of the use case, where the two differ. */
const codesByUseCaseCode: Partial<Record<UseCaseErrorCode, ConsoleErrorCode>> = {
  client_changed: 'precondition_failed',
  user_changed: 'precondition_failed',
};

const isConsoleCode = (code: string): code is ConsoleErrorCode => Object.hasOwn(consoleErrors, code);

const toConsoleError = (error: unknown): ConsoleError => {
  if (error instanceof ConsoleError) return error;
  if (error instanceof UseCaseError) {
    const code = codesByUseCaseCode[error.code] ?? error.code;
    if (isConsoleCode(code)) return new ConsoleError(code, error.details);
  }
  return new ConsoleError(error instanceof ServiceError && isConsoleCode(error.code) ? error.code : 'internal_error');
};

const headersOf: Partial<Record<ConsoleErrorCode, HttpResponse['headers']>> = headersByCode(
  'checkin-console',
  CONSOLE_SCOPE,
);

/** An unknown error becomes `internal_error` without details. */
export const toConsoleErrorResponse = (error: unknown, requestId: string, language: Language): HttpResponse => {
  const { code, details, taken } = toConsoleError(error);
  const statusCode = consoleErrors[code];
  const fieldErrors = error instanceof ServiceError ? error.fieldErrors : [];
  const { errors, anotherCompany } = consoleTexts[language.tag];
  // A dry run sets `people` if the identifiers belong to different people.
  const text = details['people'] === undefined ? errors[code] : language.messages.checkin.differentPeople;
  // `member_of_another_company` often cannot say which company that is.
  const message = formatText(language.tag, text, { companyId: anotherCompany, ...details });
  return formatError(
    { statusCode, code, message, requestId, ...(taken && { taken }) },
    fieldErrors,
    language,
    headersOf[code],
  );
};
