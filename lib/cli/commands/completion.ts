import { Argument, type Command } from 'commander';
import { toPrintableJson } from '../printable.ts';
import type { CliContext } from '../session.ts';
import { suggest, type Suggestion } from '../suggest.ts';
import { addHelp } from '../verb.ts';

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
