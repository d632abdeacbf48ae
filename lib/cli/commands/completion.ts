import { Argument, type Command } from 'commander';
import { makeBashScript } from '../completion/bash.ts';
import { describeProgram, type CompletionCommand } from '../completion/command-tree.ts';
import { makeFishScript } from '../completion/fish.ts';
import { makeZshScript } from '../completion/zsh.ts';
import { exampleOf } from '../example.ts';
import { toPrintableJson } from '../printable.ts';
import type { CliContext } from '../session.ts';

const scriptMakers = { bash: makeBashScript, zsh: makeZshScript, fish: makeFishScript } satisfies Record<
  string,
  (commands: readonly CompletionCommand[]) => string
>;
type Shell = keyof typeof scriptMakers;

const HELP = `
Prints a script for the installed program, checkin-admin:
  bash  in ~/.bashrc: source <(checkin-admin completion bash)
  zsh   in ~/.zshrc, after compinit: source <(checkin-admin completion zsh)
  fish  checkin-admin completion fish > ~/.config/fish/completions/checkin-admin.fish`;

/** Adds the command `completion`. It needs no session, because it uses no service. */
export const defineNoun = (
  completion: Command,
  { stdout }: Pick<CliContext, 'stdout'>,
  makeWholeProgram: () => Promise<Command>,
): void => {
  completion
    .addArgument(new Argument('<shell>', 'the shell to complete commands in').choices(Object.keys(scriptMakers)))
    .addHelpText('after', exampleOf('completion')('bash', HELP))
    .action(async (shell: Shell, _options: object, command: Command) => {
      const { json }: { json?: boolean } = command.optsWithGlobals();
      const script = scriptMakers[shell](describeProgram(await makeWholeProgram()));
      stdout.write(`${json ? toPrintableJson({ shell, script }) : script}\n`);
    });
};
