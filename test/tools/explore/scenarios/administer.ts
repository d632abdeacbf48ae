import type { Actor, ActorContext } from '../scenario.ts';
import { administrator } from './company.ts';

/** An administrator who makes one change. The value of the attempt is what `act` resolves with. */
export const administer = (
  name: string,
  act: (context: ReturnType<typeof administrating>) => Promise<unknown>,
  more: Partial<Actor> = {},
): Actor => ({
  name,
  willRetry: false,
  isAudited: true,
  changes: () => 1,
  request: (context) => act(administrating(context)),
  ...more,
});

/** The context of the use cases for administrators. */
const administrating = (context: ActorContext) => ({
  ...context,
  apiClients: context.clients,
  log: context.log,
  actor: administrator,
});
