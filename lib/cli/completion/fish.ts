import { flagsWithValue, pathsOf, type CompletionCommand, type CompletionOption } from './command-tree.ts';

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

const toOption = ({ flag, description, takesValue, values }: CompletionOption): string =>
  [
    `-l ${flag.slice(2)}`,
    ...(takesValue ? ['-x'] : []),
    ...(values.length > 0 ? [`-a ${quote(values.join(' '))}`] : []),
    `-d ${quote(description)}`,
  ].join(' ');

const toLines = ({ path, names, options, takesFile }: CompletionCommand): string[] => {
  const start = `complete -c checkin-admin -n ${quote(`__checkin_admin_at ${path}`.trim())}`;
  return [
    ...names.map(({ name, description }) => `${start} -a ${name} -d ${quote(description)}`),
    ...options.map((option) => `${start} ${toOption(option)}`),
    ...(takesFile ? [`${start} -F`] : []),
  ];
};

/** Makes a completion script for fish 3 and later. */
export const makeFishScript = (commands: readonly CompletionCommand[]): string => `\
# Completion of checkin-admin for fish: checkin-admin completion fish > ~/.config/fish/completions/checkin-admin.fish
function __checkin_admin_at
    set -l at
    set -l isValue 0
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test $isValue = 1
            set isValue 0
            continue
        end
        switch $word
            case ${flagsWithValue(commands).join(' ')}
                set isValue 1
            case '-*'
            case '*'
                if contains -- (string join ' ' $at $word) ${pathsOf(commands).map(quote).join(' ')}
                    set -a at $word
                end
        end
    end
    set -l joined (string join ' ' $at)
    test "$joined" = "$argv"
end
complete -c checkin-admin -f
${commands.flatMap(toLines).join('\n')}`;
