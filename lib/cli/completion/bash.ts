import { flagsWithValue, optionsWithValues, pathsOf, quote, type CompletionCommand } from './command-tree.ts';

const toCase = ({ path, names: offered, options, takesFile }: CompletionCommand): string => {
  const names = offered.map(({ name }) => name).join(' ');
  const flags = options.map(({ flag }) => flag).join(' ');
  return `    ${quote(path)}) names=${quote(names)} flags=${quote(flags)}${takesFile ? ' files=1' : ''} ;;`;
};

/** Makes a completion script for bash 3.2 and later. Completing a word needs neither Node nor the package bash-completion. */
export const makeBashScript = (commands: readonly CompletionCommand[]): string => `\
# Completion of checkin-admin for bash. In ~/.bashrc: source <(checkin-admin completion bash)
_checkin_admin() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" path='' names='' flags='' files='' index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      ${flagsWithValue(commands).join(' | ')}) index=$((index + 1)) ;;
      -*) ;;
      *)
        case "\${path:+$path }\${COMP_WORDS[index]}" in
          ${pathsOf(commands).map(quote).join(' | ')}) path="\${path:+$path }\${COMP_WORDS[index]}" ;;
        esac
        ;;
    esac
  done
  case "$path:$before" in
${optionsWithValues(commands)
  .map(
    ({ path, flag, values }) =>
      `    ${quote(`${path}:${flag}`)}) COMPREPLY=($(compgen -W ${quote(values.join(' '))} -- "$word")); return ;;`,
  )
  .join('\n')}
  esac
  case "$before" in
    ${flagsWithValue(commands).join(' | ')}) return ;;
  esac
  case "$path" in
${commands.map(toCase).join('\n')}
  esac
  if [[ "$word" != -* && -n "$names" ]]; then
    COMPREPLY=($(compgen -W "$names" -- "$word"))
  elif [[ "$word" != -* && -n "$files" ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  else
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  fi
}
complete -F _checkin_admin checkin-admin`;
