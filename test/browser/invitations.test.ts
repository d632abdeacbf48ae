import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from './support/accessibility.ts';
import { focusedText, loseResponse } from './support/console-browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { useConsoleBrowser } from './support/use-console-browser.ts';

const consoleBrowser = useConsoleBrowser();
let ana: Page;

beforeAll(async () => {
  ana = await consoleBrowser.signIn('Ana', 'members');
});

/** @returns the text to send */
const invite = async (who: string, field = 'E-mail address'): Promise<string> => {
  await ana.getByRole('button', { name: 'Invite member' }).click();
  const dialog = ana.getByRole('dialog', { name: 'Invite member' });
  await dialog.getByRole('textbox', { name: field }).fill(who);
  const role = dialog.getByRole('combobox', { name: 'Role' });
  expect(await role.inputValue()).toBe('viewer');
  await role.selectOption('auditor');
  await dialog.getByRole('button', { name: 'Invite member' }).click();
  const invited = ana.getByRole('dialog', { name: `Invitation for ${who}` });
  const textToSend = invited.getByRole('textbox', { name: 'Text to send' });
  expect(await textToSend.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  const text = await textToSend.inputValue();
  await invited.getByRole('button', { name: 'Copy: Text to send' }).click();
  expect(await ana.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await invited.getByRole('button', { name: 'Done' }).click();
  return text;
};

const invitedRow = (email: string) => ana.getByRole('table', { name: 'Invitations' }).getByRole('row', { name: email });

describe('An invitation', () => {
  it('is accepted by the person who signs in with its address, who can then leave the company again', async () => {
    expect(await invite('nobody@demo.example')).toContain(`Sign in at ${consoleBrowser.url}/console/ and accept by `);
    await invitedRow('nobody@demo.example').waitFor();

    const nobody = await consoleBrowser.signIn('Nobody', '', { viewport: { width: 320, height: 640 } });
    await nobody.getByText('ana@demo.example invited you to join demo as Auditor').waitFor();
    expect(await accessibilityProblems(nobody)).toEqual([]);
    await invite(await nobody.getByRole('textbox', { name: 'Your account ID (subject)' }).inputValue(), 'Account ID');
    await nobody.getByRole('button', { name: 'Accept: demo' }).click();
    await nobody.getByRole('heading', { level: 1, name: 'API clients' }).waitFor();

    await nobody.goto('/console/help', { waitUntil: 'networkidle' });
    // A member is not offered the other invitation to the same company.
    expect(await nobody.getByText('To accept, leave demo first.').count()).toBe(0);
    await nobody.getByRole('button', { name: 'Leave demo' }).click();
    const leave = nobody.getByRole('dialog', { name: 'Leave demo' });
    await loseResponse(nobody, '/me/membership');
    await leave.getByRole('button', { name: 'Leave company' }).click();
    await leave.getByRole('alert').getByText('The connection was lost').waitFor();
    await leave.getByRole('button', { name: 'Leave company' }).click();
    // The other invitation is still open, so the page does not say that there is nothing to show.
    await nobody.getByRole('heading', { name: 'You have been invited' }).waitFor();
    expect(await nobody.getByText('Your account belongs to no company').count()).toBe(0);
  });

  it('is not shown to a person whose address is not verified, and can be sent again and withdrawn', async () => {
    await invite('uma@demo.example');
    const uma = await consoleBrowser.signIn('Uma');
    await uma.getByRole('textbox', { name: 'Your account ID (subject)' }).waitFor();
    let invitations: unknown;
    await uma.route(/\/me\/invitations$/, async (route) => {
      const response = await route.fetch();
      invitations = await response.json();
      await route.fulfill({ response });
    });
    await uma.reload();
    await waitUntil(() => invitations !== undefined);
    expect(invitations).toEqual({ items: [] });

    const row = invitedRow('uma@demo.example');
    await row.getByRole('button', { name: 'Send again: uma@demo.example' }).click();
    await ana.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    expect(await accessibilityProblems(ana)).toEqual([]);
    await row.getByRole('button', { name: 'Withdraw: uma@demo.example' }).click();
    await ana.getByText('The invitation for uma@demo.example has been withdrawn.').waitFor();
    await row.waitFor({ state: 'detached' });
    expect(await focusedText(ana)).toBe('Members');
  });

  it('is shown to a member of another company, who must leave that company first', async () => {
    await invite('gil@globex.example');
    const gil = await consoleBrowser.signIn('Gil');
    await gil.getByText('To accept, leave globex first.').waitFor();
    await gil.getByRole('button', { name: 'Leave globex' }).waitFor();
  });
});

it('Owners who give up their own role or membership see at once only what they still may', async () => {
  const vic = await consoleBrowser.signIn('Vic', 'help');
  const becomeOwner = async (): Promise<void> => {
    await ana.goto('/console/members');
    await ana.getByRole('button', { name: 'Change role: vic@demo.example' }).click();
    await ana.getByRole('combobox', { name: 'Role' }).selectOption('owner');
    await ana.getByRole('button', { name: 'Save' }).click();
    await ana.getByText('vic@demo.example now has the role Owner.').waitFor();
    await vic.goto('/console/members');
  };
  await becomeOwner();
  await vic.getByRole('button', { name: 'Change role: vic@demo.example' }).click();
  await vic.getByRole('combobox', { name: 'Role' }).selectOption('viewer');
  await vic.getByRole('button', { name: 'Save' }).click();
  await vic.getByText('Viewer of demo').waitFor();
  expect(await vic.getByRole('link', { name: 'Members' }).count()).toBe(0);
  await becomeOwner();
  await vic.getByRole('button', { name: 'Remove: vic@demo.example' }).click();
  await vic.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await vic.getByRole('heading', { name: 'Your account belongs to no company' }).waitFor();
});
