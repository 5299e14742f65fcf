import { to } from '#shared';
import { describe, expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Part } from './issue.feedback.waiting.part.tsx';

const said = {
  name: 'Ann',
  email: 'ann@example.org',
  url: 'javascript:alert(1)',
  message: 'It broke.\n<script>',
  receivedAtMs: 0,
};

describe('the feedback about an event', () => {
  it('is shown as text, also without a name', () => {
    const html = renderToStaticMarkup(
      <Part feedback={[said, { message: 'Me too.', receivedAtMs: 60_000 }]} />,
    );
    expect(html).toContain('What users said');
    expect(html).toContain('It broke.\n&lt;script&gt;');
    expect(html).toContain('ann@example.org');
    expect(html).toContain('Somebody');
    expect(html).not.toContain('href=');
  });

  it('links the whole event where the page has no room for more', () => {
    const whole = to('/issues/:id/events/:event', { id: 7, event: 'a'.repeat(32) });
    const html = renderToStaticMarkup(<Part feedback={[said]} whole={whole} />);
    expect(html).toMatch(/href="\/issues\/7\/events\/a{32}"[^>]*>More, as JSON/);
  });
});
