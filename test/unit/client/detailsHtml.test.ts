import assert from 'node:assert/strict';
import { detailsHtml } from '../../../client/src/views/detailsHtml';
import type { MethodDetails } from '../../../shared/src/protocol';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
const AT = { uri: `file:///tmp/${HOSTILE}.rb`, line: 4, character: 2 };
const LINE = { text: HOSTILE, at: AT };
const FACT = { ...LINE, source: HOSTILE, isUsed: true };
const DETAILS: MethodDetails = {
  name: HOSTILE,
  title: HOSTILE,
  at: AT,
  failures: [
    {
      message: HOSTILE,
      lead: HOSTILE,
      call: HOSTILE,
      outcome: HOSTILE,
      values: [{ name: HOSTILE, value: HOSTILE }],
      steps: [LINE],
      advice: HOSTILE,
      isConfirmed: true,
    },
  ],
  obligations: [{ ...LINE, mark: '✗', status: 'unsafe', clause: HOSTILE, facts: [FACT] }],
  here: { line: 4, facts: [FACT] },
  invariants: [LINE],
  assumptions: [LINE],
  notModelled: [{ text: HOSTILE, at: null }],
  caveats: [HOSTILE],
  effort: HOSTILE,
};

describe('the page of details', () => {
  const html = detailsHtml(DETAILS, 'once');

  it('escapes everything that comes from sources', () => {
    assert.equal(html.match(/<script/g)?.length, 1, 'its own');
    assert.ok(!html.includes('<img') && !/["']>&quot;/.test(html.replaceAll('">&quot;&gt;', '')));
    for (const [, message] of html.matchAll(/data-message="([^"]*)"/g))
      assert.doesNotThrow(() => JSON.parse(decode(message!)));
  });

  it('runs and loads nothing but its own', () => {
    assert.match(html, /content="default-src 'none'; style-src 'nonce-once'; script-src 'nonce-once'"/);
    assert.ok(!/ style="| on\w+="|https?:/.test(html.replaceAll(escapeHtml(HOSTILE), '')));
  });

  it('has buttons and links that the keyboard reaches', () => {
    for (const title of ['Copy call', 'Add test', 'Add precondition'])
      assert.match(html, new RegExp(`<button type="button" data-message="[^"]*">${title}</button>`));
    assert.match(html, /<a href="#" data-message="[^"]*">line 5<\/a>/);
    const unconfirmed = { ...DETAILS.failures[0]!, isConfirmed: false };
    assert.ok(!detailsHtml({ ...DETAILS, failures: [unconfirmed] }, 'once').includes('Add test'));
  });
});

function decode(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
