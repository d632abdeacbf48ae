import { Argument, type Command, type Option } from 'commander';
import { toPrintableJson } from '../printable.ts';
import type { CliContext } from '../session.ts';
import { addHelp } from '../verb.ts';

/** A word that can stand at the end of a command line. */
interface Suggestion {
  readonly name: string;
  readonly description: string;
}

const optionsOf = (command: Command): Option[] => {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
};

/** `--time-zone` declares no values, because they are too many for the help text and it also accepts other spellings of a zone. */
const valuesOf = ({ argChoices = [], description, long }: Option): Suggestion[] => {
  const values = long === '--time-zone' ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : argChoices;
  return values.map((name) => ({ name, description }));
};

/** Returns the verbs of a noun, or the values of a command's argument. */
const namesOf = ({ commands, registeredArguments }: Command): Suggestion[] => [
  ...commands.map((command) => ({ name: command.name(), description: command.summary() || command.description() })),
  ...registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((name) => ({ name, description })),
  ),
];

const flagsOf = (command: Command): Suggestion[] =>
  optionsOf(command).flatMap(({ long, description }) => (long ? [{ name: long, description }] : []));

/** Suggests what the last of `words` can be. Suggests nothing for a file or any other free text. */
const suggest = (program: Command, words: readonly string[]): Suggestion[] => {
  const last = words.at(-1) ?? '';
  let command = program;
  let option: Option | undefined;
  for (const word of words.slice(0, -1)) {
    const isValue = option !== undefined;
    option = isValue ? undefined : optionsOf(command).find(({ long, required }) => required && long === word);
    if (!isValue) command = command.commands.find((sub) => sub.name() === word) ?? command;
  }
  if (option) return valuesOf(option).filter(({ name }) => name.startsWith(last));
  const names = namesOf(command);
  const isFile = command.registeredArguments.some((argument) => argument.name() === 'file');
  const suggestions = last.startsWith('-') || (names.length === 0 && !isFile) ? flagsOf(command) : names;
  return suggestions.filter(({ name }) => name.startsWith(last));
};

interface Shell {
  /** Calls this command with the words up to the cursor. Completes file names where it suggests nothing. */
  readonly script: string;
  readonly format: (suggestion: Suggestion) => string;
}

const shells = {
  bash: {
    script: `\
# Completion of checkin-admin for bash. In ~/.bashrc: source <(checkin-admin completion bash)
_checkin_admin() {
  local IFS=$'\\n'
  COMPREPLY=($(checkin-admin completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _checkin_admin checkin-admin`,
    format: ({ name }) => name,
  },
  zsh: {
    script: `\
#compdef checkin-admin
# Completion of checkin-admin for zsh. In ~/.zshrc, after compinit: source <(checkin-admin completion zsh)
_checkin_admin() {
  local -a suggestions
  suggestions=(\${(f)"$(checkin-admin completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#suggestions )); then _describe 'word' suggestions; else _files; fi
}
if [[ "\${funcstack[1]}" == '_checkin_admin' ]]; then _checkin_admin; else compdef _checkin_admin checkin-admin; fi`,
    format: ({ name, description }) => `${name}:${description}`,
  },
  fish: {
    script: `\
# Completion of checkin-admin for fish: checkin-admin completion fish > ~/.config/fish/completions/checkin-admin.fish
function __checkin_admin
    set -l words (commandline -opc)
    set -l suggestions (checkin-admin completion fish -- $words[2..-1] "$(commandline -ct)" 2>/dev/null)
    if set -q suggestions[1]
        printf '%s\\n' $suggestions
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c checkin-admin -f -a '(__checkin_admin)'`,
    format: ({ name, description }) => `${name}\t${description}`,
  },
} satisfies Record<string, Shell>;

const HELP = `
Prints a script for the installed program, checkin-admin:
  bash  in ~/.bashrc: source <(checkin-admin completion bash)
  zsh   in ~/.zshrc, after compinit: source <(checkin-admin completion zsh)
  fish  checkin-admin completion fish > ~/.config/fish/completions/checkin-admin.fish

The script calls "completion <shell> -- <words...>", which suggests what the last word can be.`;

/** Adds the command `completion`. It needs no session, because it uses no service. */
export const defineNoun = (completion: Command, { stdout }: Pick<CliContext, 'stdout'>): void => {
  addHelp(completion, 'bash', HELP)
    .addArgument(new Argument('<shell>', 'the shell to complete commands in').choices(Object.keys(shells)))
    .argument('[words...]', 'the words to complete')
    .action((shell: keyof typeof shells, words: string[]) => {
      const { json }: { json?: boolean } = completion.optsWithGlobals();
      const { script, format } = shells[shell];
      const suggestions = suggest(completion.parent as Command, words);
      const [value, text] =
        words.length === 0
          ? [{ shell, script }, `${script}\n`]
          : [{ shell, suggestions }, suggestions.map((suggestion) => `${format(suggestion)}\n`).join('')];
      stdout.write(json ? `${toPrintableJson(value)}\n` : text);
    });
};
