import { summarise, type Samples } from './samples.ts';

type Subjects<Name extends string> = Readonly<Record<Name, () => Promise<number>>>;

/**
 * Runs the subjects alternately, A B C A B C, so that a disturbance of the machine affects all of them.
 * @param warmsUp whether to run one uncounted round first; false for subjects that start a new process at each run
 */
export const interleave = async <Name extends string>(
  subjects: Subjects<Name>,
  rounds: number,
  { warmsUp } = { warmsUp: true },
): Promise<Record<Name, Samples>> => {
  const names = Object.keys(subjects) as Name[];
  const runs = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = warmsUp ? 0 : 1; round <= rounds; round += 1) {
    for (const name of names) {
      const value = await subjects[name]();
      if (round > 0) runs.get(name)?.push(value);
    }
  }
  return Object.fromEntries(names.map((name) => [name, summarise(runs.get(name) ?? [])])) as Record<Name, Samples>;
};
