import { flagsWithValue, optionsWithValues, pathsOf, quote, type CompletionCommand } from './command-tree.ts';

/** Makes an argument of zsh's `_describe`: `word:description`. */
const describe = (word: string, description: string): string =>
  quote(`${word.replaceAll(':', String.raw`\:`)}:${description}`);

const toCase = ({ path, names: offered, options, takesFile }: CompletionCommand): string => {
  const names = offered.map(({ name, description }) => describe(name, description)).join(' ');
  const flags = options.map(({ flag, description }) => describe(flag, description)).join(' ');
  return `    (${quote(path)}) names=(${names}) flags=(${flags})${takesFile ? ' files=1' : ''} ;;`;
};

/** Makes a completion script for zsh, to be sourced, or saved as `_checkin-admin` in a folder of `fpath`. */
export const makeZshScript = (commands: readonly CompletionCommand[]): string => `\
#compdef checkin-admin
# Completion of checkin-admin for zsh. In ~/.zshrc, after compinit: source <(checkin-admin completion zsh)
_checkin_admin() {
  local before="\${words[CURRENT - 1]}" at='' files='' index
  local -a names flags
  for ((index = 2; index < CURRENT; index++)); do
    case "\${words[index]}" in
      (${flagsWithValue(commands).join('|')}) index=$((index + 1)) ;;
      (-*) ;;
      (*)
        case "\${at:+$at }\${words[index]}" in
          (${pathsOf(commands).map(quote).join('|')}) at="\${at:+$at }\${words[index]}" ;;
        esac
        ;;
    esac
  done
  case "$at:$before" in
${optionsWithValues(commands)
  .map(({ path, flag, values }) => `    (${quote(`${path}:${flag}`)}) compadd -- ${values.join(' ')}; return ;;`)
  .join('\n')}
  esac
  case "$before" in
    (${flagsWithValue(commands).join('|')}) return ;;
  esac
  case "$at" in
${commands.map(toCase).join('\n')}
  esac
  if [[ "\${words[CURRENT]}" != -* && \${#names} -gt 0 ]]; then
    _describe 'command' names
  elif [[ "\${words[CURRENT]}" != -* && -n "$files" ]]; then
    _files
  else
    _describe 'option' flags
  fi
}
if [[ "\${funcstack[1]}" == '_checkin_admin' ]]; then
  _checkin_admin "$@"
else
  compdef _checkin_admin checkin-admin
fi`;
