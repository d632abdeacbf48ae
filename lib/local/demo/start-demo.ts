import type { LocalStores } from '../local-stores.ts';
import { seedDemoClients } from './demo-clients.ts';
import { seedDemoDay } from './demo-day.ts';
import { seedDemoMembers } from './demo-members.ts';
import { seedDemo, type Demo } from './demo.ts';

/** Creates the data that a visitor needs immediately. The rest of the demo is created afterwards, in the background. */
export const startDemo = async (
  stores: LocalStores,
  issuer: string,
  demoClients: number,
  onFailure: (error: unknown) => void,
): Promise<{ demo: Demo; seeded: Promise<void> }> => {
  const seedRest = async (): Promise<void> => {
    await seedDemoDay(stores, Date.now());
    await seedDemoClients(stores.clients, demoClients, Date.now());
  };
  const [demo] = await Promise.all([seedDemo(stores, Date.now()), seedDemoMembers(stores.members, issuer, Date.now())]);
  return { demo, seeded: seedRest().catch(onFailure) };
};
