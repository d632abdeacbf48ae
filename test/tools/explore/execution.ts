import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { ServiceError } from '../../../shared/domain/service-error.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import type { TableId } from '../../../shared/tables.ts';
import type { MemorySecrets } from '../../support/memory-secrets.ts';
import type { Violation } from '../invariants/violation.ts';
import { openActorStores } from './actor-stores.ts';
import { withDice, type Dice } from './determinism.ts';
import type { Actor, ActorContext, Attempt, AttemptEnd, Scenario, Story } from './scenario.ts';
import type { World } from './world.ts';

/** The outcomes of a call, by their letters in a trace. */
export const outcomes = {
  '': 'succeeds',
  '!': 'fails, and does nothing',
  '?': 'is performed, and its response lost',
  '&': 'is performed, and again when the SDK repeats it',
  '~': 'reads an index that is one write behind',
} as const;
type Outcome = keyof typeof outcomes;

/** One choice of a run: `a` is the first pending call of the first actor, `b1` the second one of the second; `aX` is a crash. */
export type Token = string;

interface Call {
  readonly words: string;
  readonly isWrite: boolean;
  readonly isIndexRead: boolean;
  readonly isLocal: boolean;
  readonly perform: (isStale: boolean) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  isRepeated: boolean;
}

interface Running {
  readonly actor: Actor;
  readonly letter: string;
  readonly attempts: Attempt[];
  /** Increases with each attempt and each crash, and so identifies calls of earlier attempts. */
  number: number;
  /** All attempts, including forgotten ones. */
  tries: number;
  maxTries: number;
  isDone: boolean;
  pending: Call[];
  /** Calls that were pending when their attempt ended: they may be performed at any later time, or never. */
  orphans: Call[];
  /** The actors that had a response when the current attempt began. */
  after: readonly string[];
  /** The responses of the current attempt. */
  received: string[];
  calls: number;
  hasWritten: boolean;
}

const tableIds = new Map(Object.entries(localTableNames).map(([id, name]) => [name as string, id as TableId]));

const readCommands = new Set(['GetCommand', 'BatchGetCommand', 'QueryCommand', 'ScanCommand']);

interface CommandInput {
  readonly TableName?: string;
  readonly RequestItems?: object;
  readonly IndexName?: string;
  readonly Key?: object;
  readonly Item?: object;
  readonly SecretId?: string;
}

/** The name of a call in a trace: its operation, table and key. */
const describe = (name: string, { TableName, RequestItems, IndexName, Key, Item, SecretId }: CommandInput): string => {
  const key = Key ?? (Item && Object.fromEntries(Object.entries(Item).slice(0, 2)));
  return [
    name.replace('Command', ''),
    TableName ?? Object.keys(RequestItems ?? {})[0] ?? SecretId,
    IndexName,
    key && JSON.stringify(key),
  ]
    .filter((word) => word !== undefined)
    .join(' ');
};

const isAnswered = ({ attempts }: Running): boolean => attempts.some(({ end }) => end === 'answered');

const unavailable = (): ServiceError => new ServiceError('dependency_unavailable', 'a fault of the explorer');

const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);

const digest = (text: string): string => hash('md5', text, 'base64');

const setsAsLists = (_: string, value: unknown): unknown => (value instanceof Set ? [...value] : value);

/** One run of a scenario. Its caller chooses which call is performed next, and with which outcome. */
export class Execution {
  readonly #scenario: Scenario;
  readonly #world: World;
  readonly #running: readonly Running[];
  #faultsLeft: number;
  #interruptionsLeft: number;
  #last: Running | undefined;
  #isIndexStale = false;
  #violation: Violation | undefined;
  /** The steps of the run as text. */
  readonly log: string[] = [];

  constructor(scenario: Scenario, prepared: World, faults: number) {
    this.#scenario = scenario;
    this.#world = prepared.copy();
    this.#faultsLeft = faults;
    this.#interruptionsLeft = scenario.interruptions ?? Infinity;
    this.#running = scenario.actors.map((actor, index) => ({
      actor,
      letter: String.fromCharCode(97 + index),
      attempts: [],
      number: 0,
      tries: 0,
      maxTries: faults + 2,
      isDone: false,
      pending: [],
      orphans: [],
      after: [],
      received: [],
      calls: 0,
      hasWritten: false,
    }));
  }

  /** Starts all actors and waits for their first calls. */
  async start(): Promise<void> {
    for (const running of this.#running) this.#attempt(running);
    await turn();
  }

  get violation(): Violation | undefined {
    return this.#violation;
  }

  #attempt(running: Running): void {
    const { actor } = running;
    running.number += 1;
    running.tries += 1;
    Object.assign(running, { received: [], calls: 0, hasWritten: false });
    const { number, tries } = running;
    const requestId = `${actor.name}.${number}`;
    const dice: Dice = { name: requestId, count: 0 };
    running.after = this.#running.filter((one) => one !== running && isAnswered(one)).map((one) => one.actor.name);
    const end = (attempt: AttemptEnd): void => {
      if (running.tries !== tries) return;
      this.#abandon(running);
      // An attempt that changed nothing is forgotten: the next one starts from the same state.
      if (attempt.end === 'unavailable' && actor.comesAgain && !running.hasWritten) running.number -= 1;
      else running.attempts.push({ ...attempt, requestId, after: running.after });
      this.log.push(
        `   ${actor.name}: ${attempt.end} ${JSON.stringify('value' in attempt ? attempt.value : 'code' in attempt ? attempt.code : '')}`,
      );
      if (attempt.end === 'unavailable' && actor.comesAgain && running.tries < running.maxTries) this.#attempt(running);
      else running.isDone = true;
    };
    void withDice(dice, () =>
      actor.request(this.#contextOf(running, requestId)).then(
        (value) => end({ end: 'answered', value }),
        (error: unknown) => {
          const code = error instanceof ServiceError || error instanceof UseCaseError ? error.code : undefined;
          if (code === 'dependency_unavailable') end({ end: 'unavailable' });
          else if (code !== undefined) end({ end: 'refused', code });
          else if (running.tries === tries) {
            this.#violation ??= {
              invariant: 'every response is a described one',
              detail: (error as Error).stack ?? String(error),
            };
            running.isDone = true;
          }
        },
      ),
    );
  }

  #contextOf(running: Running, requestId: string): ActorContext {
    const { tries } = running;
    const schedule = (call: Omit<Call, 'resolve' | 'reject' | 'isRepeated'>): Promise<unknown> =>
      new Promise((resolve, reject) => {
        // A stopped process sends no more calls.
        if (running.tries !== tries) return;
        running.calls += 1;
        if (running.calls > this.#scenario.maxCalls) {
          this.#violation ??= {
            invariant: 'every operation ends',
            detail: `${running.actor.name} made ${running.calls} calls in one attempt`,
          };
          return;
        }
        running.pending.push({ ...call, resolve, reject, isRepeated: false });
      });
    const isLocal = (input: CommandInput): boolean => {
      const { meetIn } = this.#scenario;
      const table = tableIds.get(input.TableName ?? Object.keys(input.RequestItems ?? {})[0] ?? '');
      return meetIn !== 'everything' && table !== undefined && !meetIn.includes(table);
    };
    const database = {
      send: (command: { readonly constructor: { readonly name: string }; readonly input: CommandInput }) => {
        const { name } = command.constructor;
        return schedule({
          words: describe(name, command.input),
          isWrite: !readCommands.has(name),
          isIndexRead: command.input.IndexName !== undefined,
          isLocal: isLocal(command.input),
          perform: (isStale) => this.#world.database.perform(command, { isStale }),
        });
      },
    } as unknown as Database;
    const secrets = {
      send: (command: Parameters<MemorySecrets['perform']>[0]) =>
        schedule({
          words: describe(command.constructor.name, command.input),
          isWrite: command.constructor.name.startsWith('Put'),
          isIndexRead: false,
          isLocal: false,
          perform: () => this.#world.secrets.perform(command),
        }),
    } as unknown as MemorySecrets;
    const now = (): number => this.#world.now;
    return {
      ...openActorStores(database, secrets, now),
      requestId,
      now,
      call: (words, perform, isWrite) =>
        schedule({
          words,
          isWrite,
          isIndexRead: false,
          isLocal: false,
          perform: () => perform(this.#world),
        }) as Promise<never>,
    };
  }

  #outcomesOf({ actor }: Running, call: Call): Outcome[] {
    if (this.#faultsLeft === 0 || actor.isFaultless) return [''];
    const faults: Outcome[] = ['!'];
    if (call.isWrite) faults.push('?');
    if (call.isWrite && !call.isRepeated) faults.push('&');
    if (call.isIndexRead) faults.push('~');
    return ['', ...faults];
  }

  /** The possible next steps. If a call commutes with all others, it is the only one. */
  choices(): Token[] {
    const tokensOf = (running: Running, index: number): Token[] =>
      this.#outcomesOf(running, running.pending[index] as Call).map(
        (outcome) => `${running.letter}${index === 0 ? '' : index}${outcome}`,
      );
    const crashOf = ({ actor, letter, hasWritten, pending }: Running): Token[] =>
      this.#faultsLeft > 0 && hasWritten && pending.length > 0 && !actor.isFaultless ? [`${letter}X`] : [];
    for (const running of this.#running) {
      const local = running.pending.findIndex((call) => call.isLocal);
      if (local >= 0) return [...tokensOf(running, local), ...crashOf(running)];
    }
    const isHeld = this.#interruptionsLeft === 0 && this.#last && this.#last.pending.length > 0;
    return (isHeld && this.#last ? [this.#last] : this.#running).flatMap((running) => [
      ...running.pending.flatMap((_, index) => tokensOf(running, index)),
      ...crashOf(running),
      ...running.orphans.map((_, index) => `${running.letter}${index === 0 ? '' : index}o`),
    ]);
  }

  /** Whether every actor has ended; orphaned calls may still be performed. */
  get isOver(): boolean {
    return this.#violation !== undefined || this.#running.every(({ isDone }) => isDone);
  }

  #find(token: Token): { readonly running: Running; readonly index: number; readonly what: string } | undefined {
    const [, letter, digits = '', what = ''] = /^([a-z])(\d*)(\D?)$/.exec(token) ?? [];
    const running = this.#running.find((one) => one.letter === letter);
    return running && { running, index: Number(digits), what };
  }

  /** Performs the choice of a token. @returns false if it is not possible in this state */
  async take(token: Token): Promise<boolean> {
    const found = this.#find(token);
    if (!found) return false;
    const { running, index, what } = found;
    if (this.#last !== running && this.#last && this.#last.pending.length > 0) this.#interruptionsLeft -= 1;
    this.#last = running;
    if (what === 'X') {
      if (this.#faultsLeft === 0 || running.pending.length === 0) return false;
      this.#faultsLeft -= 1;
      this.#crash(running);
    } else if (what === 'o') {
      const orphan = running.orphans[index];
      if (!orphan) return false;
      running.orphans = running.orphans.filter((one) => one !== orphan);
      this.log.push(`${running.actor.name}: ${orphan.words}, late`);
      this.#deliver(running, orphan, () => orphan.perform(false), true);
    } else {
      const call = running.pending[index];
      if (!call || (what !== '' && this.#faultsLeft === 0)) return false;
      this.#perform(running, call, what as Outcome);
    }
    await turn();
    return true;
  }

  /** Its pending calls become orphans; their writes may still arrive. */
  #abandon(running: Running): void {
    const late = running.pending.filter(({ isWrite, isLocal }) => isWrite && !isLocal);
    if (!this.#scenario.hasNoLateWrites) running.orphans.push(...late);
    running.pending = [];
  }

  #crash(running: Running): void {
    this.#abandon(running);
    const requestId = `${running.actor.name}.${running.number}`;
    running.attempts.push({ end: 'lost', requestId, after: running.after });
    this.log.push(`${running.actor.name}: the process stops`);
    if (running.actor.comesAgain) this.#attempt(running);
    else {
      running.tries += 1;
      running.isDone = true;
    }
  }

  #perform(running: Running, call: Call, outcome: Outcome): void {
    this.log.push(`${running.actor.name}: ${call.words}${outcome === '' ? '' : ` ${outcomes[outcome]}`}`);
    if (outcome !== '') this.#faultsLeft -= 1;
    if (outcome === '~') this.#isIndexStale = true;
    if (call.isWrite && !call.isLocal && outcome !== '!') running.hasWritten = true;
    if (outcome === '&') {
      call.isRepeated = true;
      try {
        call.perform(false);
      } catch {
        // Any response is lost.
      }
      return;
    }
    running.pending = running.pending.filter((one) => one !== call);
    const fail = (): never => {
      throw unavailable();
    };
    if (outcome === '!') this.#deliver(running, call, fail);
    else if (outcome === '?')
      this.#deliver(running, call, () => {
        try {
          call.perform(false);
        } catch {
          // Any response is lost.
        }
        fail();
      });
    else this.#deliver(running, call, () => call.perform(outcome === '~'));
  }

  #deliver(running: Running, call: Call, perform: () => unknown, isOrphan = false): void {
    let told = '';
    try {
      const value = perform();
      told = JSON.stringify(value, setsAsLists);
      if (!isOrphan) call.resolve(value);
    } catch (error) {
      told = `${(error as Error).name}${JSON.stringify((error as { Item?: unknown }).Item)}`;
      if (!isOrphan) call.reject(error);
    }
    if (!isOrphan) running.received.push(`${call.words} ${told}`);
  }

  /**
   * A text that is equal for states with the same future. What an attempt does next depends on the responses that it got; the
   * order of responses to calls that it made in parallel is ignored.
   */
  fingerprint(): string {
    const actors = this.#running.map(({ number, isDone, received, pending, orphans, attempts, after }) => [
      number,
      isDone,
      received.toSorted(compareTexts),
      pending.map(({ words, isRepeated }) => `${words}${isRepeated}`).toSorted(compareTexts),
      orphans.map(({ words }) => words).toSorted(compareTexts),
      attempts,
      after,
    ]);
    const world = this.#world.fingerprint(this.#faultsLeft > 0);
    const turns = this.#interruptionsLeft < Infinity ? `${this.#interruptionsLeft}${this.#last?.letter}` : '';
    return digest(`${this.#faultsLeft}${turns}${this.#isIndexStale}${JSON.stringify(actors)}${world}`);
  }

  /** Continues without a fault, actor after actor, until all have ended. */
  async finish(): Promise<void> {
    for (;;) {
      const running = this.#running.find(({ pending }) => pending.length > 0);
      if (!running || this.isOver) return;
      await this.take(running.letter);
    }
  }

  /**
   * After the end, every actor that repeats sends its request once more, one after the other and without a fault. An actor that
   * gets no response now would never get one.
   */
  async #settle(): Promise<void> {
    this.#faultsLeft = 0;
    this.#interruptionsLeft = Infinity;
    for (const running of this.#running.filter(({ actor }) => actor.comesAgain)) {
      running.isDone = false;
      const { tries } = running;
      this.#attempt(running);
      await turn();
      await this.finish();
      const last = running.attempts.at(-1);
      if (this.#violation) return;
      if (running.tries > tries + 1 || last?.end === 'unavailable')
        this.#violation = {
          invariant: 'every operation ends',
          detail: `${running.actor.name} gets no response from a repeat without a fault`,
        };
    }
  }

  #story(isSettled: boolean): Story {
    return {
      world: this.#world,
      attempts: Object.fromEntries(this.#running.map(({ actor, attempts }) => [actor.name, attempts])),
      isIndexStale: this.#isIndexStale,
      isSettled,
    };
  }

  /** The invariants that are broken at the end. */
  async judge(): Promise<Violation[]> {
    if (this.#violation) return [this.#violation];
    const broken = this.#scenario.judge(this.#story(false));
    if (broken.length > 0) return broken;
    await this.#settle();
    if (this.#violation) return [this.#violation];
    return this.#scenario.judge(this.#story(true));
  }
}
