import { measureClientUnits } from '../../../support/client-units.ts';
import { atMost, count, type Measure } from '../harness/figures.ts';

/** Clients of one company. The largest have a million token families. */
const SIZES = [1_000, 10_000] as const;
const FAMILIES_EACH = 100;

export const measure: Measure = async () => {
  const [few, many] = [
    await measureClientUnits(SIZES[0], FAMILIES_EACH),
    await measureClientUnits(SIZES[1], FAMILIES_EACH),
  ];
  const row = (what: string, name: keyof typeof few, growth: 'flat' | 'linear') => {
    const factor = growth === 'flat' ? 1 : SIZES[1] / SIZES[0];
    const all = SIZES.map((size, index) => `${size}: ${[few, many][index]?.[name]}`).join(', ');
    return count(`${what}, ${SIZES[1]} clients: ${growth}`, 'units', many[name], atMost(few[name] * factor), all);
  };
  return [
    row('list of a company, a page of 100', 'page', 'flat'),
    row('the same by status, of up to 1000 clients', 'filteredPage', 'flat'),
    row('`clients list`', 'all', 'linear'),
    row('housekeeping, 10 notices due', 'due', 'flat'),
    row('housekeeping, nothing due', 'nothingDue', 'flat'),
  ];
};
