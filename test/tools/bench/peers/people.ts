/**
 * The embedded database with a company of PEOPLE users, of whom BOOKINGS have a booking on one day. The items look as if the
 * service had written them, but are put straight into the database's state, because a million requests would take hours.
 */
import { createServer } from 'node:http';
import type { AttributeValue, Item } from '../../../../lib/local/dynamodb/attribute-value.ts';
import { perform } from '../../../../lib/local/dynamodb/operations.ts';
import { makeRequestListener } from '../../../../lib/local/dynamodb/request-listener.ts';
import { State } from '../../../../lib/local/dynamodb/state.ts';
import { partitionsOf, type StoredItem } from '../../../../lib/local/dynamodb/table.ts';
import type { TableDefinition } from '../../../../lib/local/dynamodb/table-definition.ts';
import { listen } from '../../../../lib/local/listen.ts';
import { toCreateTable } from '../../../../lib/local/table-request.ts';
import { bookingKey, toAttributes } from '../../../../shared/adapters/dynamodb/booking-item.ts';
import { userKey } from '../../../../shared/adapters/dynamodb/user-item.ts';
import { lookUpItemsOf, nameAttributes } from '../../../../shared/adapters/dynamodb/user-look-ups.ts';
import type { UserProfile } from '../../../../shared/domain/user.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { tables } from '../../../../shared/tables.ts';
import { bookingsOfDay } from '../harness/world.ts';
import { answerBench } from '../harness/answer-bench.ts';

const [people, bookings] = [Number(process.env['PEOPLE']), Number(process.env['BOOKINGS'])];
const COMPANY = 'acme';
const GIVEN_NAMES =
  'Ana Bruno Carla Diego Elena Fatima Goran Hanna Igor José Kenji Lucía María Mariana Nils Olga Pedro Rosa'.split(' ');
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

const pick = (texts: readonly string[], number: number): string => texts[number % texts.length] as string;

/** Every third person has two given names. There are 8,000 family names. */
const nameOf = (id: number): string => {
  const hash = Math.imul(id, 2_654_435_761) >>> 8;
  const family = [hash, hash >>> 5, hash >>> 10].map((number) => pick(SYLLABLES, number)).join('');
  const givenNames = [id, ...(id % 3 === 0 ? [hash] : [])].map((number) => pick(GIVEN_NAMES, number));
  return [...givenNames, family].join(' ');
};

const middle = people / 2;

const personOf = (id: number): UserProfile => ({
  companyId: COMPANY,
  id,
  name: id === middle ? 'José Ñandú' : nameOf(id),
  uid: `BADGE-${String(id).padStart(7, '0')}`,
  email: `person.${id}@acme.example`,
});

/** Attribute values that many items have in common. Keeping each only once saves memory. */
const sharedValues = new Map<unknown, AttributeValue>();
const toValue = (name: string, value: string | number): AttributeValue => {
  const converted = typeof value === 'number' ? { N: String(value) } : { S: value };
  if (!['companyId', 'searchIn', 'kind', 'companyDay', 'revision'].includes(name)) return converted;
  const known = sharedValues.get(value) ?? converted;
  sharedValues.set(value, known);
  return known;
};

const toItem = (plain: object): Item =>
  Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [name, toValue(name, value as string | number)] as const),
  );

function* makeUsers(): Generator<Item> {
  for (let id = 1; id <= people; id += 1) {
    const person = personOf(id);
    const key = userKey({ companyId: COMPANY, userId: id });
    yield toItem({ ...key, ...person, ...nameAttributes(person), revision: 'b5f7a8f2-5b0e-4d7e-9a53-3f2d6a1c9e10' });
    for (const { item } of lookUpItemsOf(person)) yield toItem(item);
  }
}

function* makeBookings(): Generator<Item> {
  for (let index = 0; index < bookings; index += 1) {
    const [desk] = bookingsOfDay(COMPANY, middle - bookings / 2 + index + 1);
    if (desk) yield toItem({ ...bookingKey(desk), ...toAttributes(desk) });
  }
}

const contents: Readonly<Record<string, () => Iterable<Item>>> = {
  [localTableNames.users]: makeUsers,
  [localTableNames.bookings]: makeBookings,
};

function* toStoredItems(definition: TableDefinition, items: Iterable<Item>): Generator<StoredItem> {
  for (const item of items) yield { partitions: partitionsOf(definition, item), item: () => item };
}

const empty = State.open();
for (const [id, table] of Object.entries(tables))
  perform(empty, 'CreateTable', toCreateTable(localTableNames[id as keyof typeof tables], table));

const state = State.open({
  read: () =>
    empty.tableNames.map((name) => {
      const { definition } = empty.table(name);
      return { definition, items: toStoredItems(definition, contents[name]?.() ?? []) };
    }),
  readTransactions: () => [],
  define: () => undefined,
  drop: () => undefined,
  write: () => undefined,
  committed: undefined,
  close: () => undefined,
});

answerBench(await listen(createServer(makeRequestListener(state)), 'PORT', 0));
