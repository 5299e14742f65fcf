import { describe, expect, it } from '@jest/globals';
import { privacySettings } from '#product/recording/privacy';
import { defaultPrivacy } from '#shared';
import { hold } from '../../../../test/support/hold.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import { sampleEvent, sampleReport } from '../support/sample-report.ts';
import { shownOf } from '../support/shown.ts';

const PRIVACY = '/settings/projects/web/data/privacy';

const BLANK = {
  hiddenNames: '',
  safeNames: '',
  openPaths: '',
  hidesMail: 'no',
  hidesIban: 'no',
  addresses: 'shorten',
};

describe('the privacy rules of a project', () => {
  const renderer = hold(startPeopledRenderer);

  const readSet = async () => (await renderer.stores.settings.get(1, privacySettings)).value;

  it('are set, noted in the audit log, and set back', async () => {
    const { send, stores } = renderer;
    const fields = {
      ...BLANK,
      hiddenNames: ' customer no\r\n\ncustomer no\nlicence ',
      hidesMail: 'yes',
      addresses: 'drop',
    };
    await send('admin', PRIVACY, 'save', fields).expect(303);
    expect(await readSet()).toEqual({
      ...defaultPrivacy,
      secretNames: ['customer no', 'licence'],
      hidesMail: true,
      addresses: 'drop',
    });
    const page = shownOf((await renderer.get('admin', PRIVACY).expect(200)).text);
    expect(page).toContain('customer no\nlicence</textarea>');
    const noted = await stores.audit.list({ limit: 9 });
    const targets = noted.filter(({ what }) => what === 'settings.privacy').map((of) => of.target);
    expect(new Set(targets)).toEqual(new Set(['addresses', 'hidesMail', 'secretNames']));
    await send('admin', PRIVACY, 'save', BLANK).expect(303);
    expect(await readSet()).toEqual(defaultPrivacy);
  });

  it.each([
    ['hiddenNames', '- -', 'At most 50 names'],
    ['safeNames', 'x'.repeat(101), 'At most 50 names'],
    ['hiddenNames', Array.from({ length: 51 }, (_, index) => `n${index}`).join('\n'), 'At most 50'],
    ['openPaths', 'extra. debug', 'At most 50 paths'],
    ['addresses', 'guess', 'There is no such choice.'],
  ])('refuse the field %s with %j, and keep the other input', async (field, value, words) => {
    for (const action of ['save', 'preview']) {
      const fields = { ...BLANK, hiddenNames: 'typed', hidesMail: 'yes', [field]: value };
      const answer = await renderer.send('admin', PRIVACY, action, fields);
      expect(answer.status).toBe(422);
      const page = shownOf(answer.text);
      expect(page).toContain(words);
      expect(page).toContain(`${fields.hiddenNames}</textarea>`);
      expect(page).toMatch(/<option[^>]*value="yes"[^>]* selected[^>]*>Hidden/);
    }
    expect(await readSet()).toEqual(defaultPrivacy);
  });

  it('are tried on the latest events before they are saved, without showing values', async () => {
    const { send, stores } = renderer;
    const hidden = [
      { path: 'extra.token', rule: 'name of field', count: 3 },
      { path: 'extra.password', rule: 'name of field', count: 1 },
    ] as const;
    const extra = { customerNo: 'value-of-it', note: 'to ann@example.org' };
    const report = sampleReport(1, sampleEvent({ projectId: 1, extra, hidden }));
    await stores.reports.record([report]);
    const fields = { ...BLANK, hiddenNames: 'customer no', safeNames: 'token', hidesMail: 'yes' };
    const text = shownOf((await send('admin', PRIVACY, 'preview', fields).expect(200)).text);
    expect(text).toMatch(/Of the last 1 event, [23] more values would be hidden/);
    expect(text).toMatch(/Hidden in addition<.*extra\.customerNo.*extra\.note.*mail address/s);
    expect(text).toMatch(/kept in new events<.*extra\.token<.*× 3/s);
    expect(text).toMatch(/Hidden already, and still hidden in new events<.*extra\.password</s);
    expect(text).toContain('customer no</textarea>');
    expect(text).not.toMatch(/value-of-it|ann@example\.org/);
    expect(await readSet()).toEqual(defaultPrivacy);
    const other = await send('owner', '/settings/projects/other/data/privacy', 'preview', fields);
    expect(shownOf(other.text)).toContain('Of the last 0 events, 0 more values');
  });
});
