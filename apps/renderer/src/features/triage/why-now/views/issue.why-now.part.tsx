import type { ReactNode } from 'react';
import type { WhyNowProps } from '../why-now.dto.ts';

export function Part({ lines }: WhyNowProps): ReactNode {
  return (
    <ul aria-label="Why now" className="why-now">
      {lines.map((line) => (
        <li key={line.join('')}>
          {line.map((part) =>
            typeof part === 'string' ? (
              part
            ) : (
              <bdi translate="no" key={part[0]}>
                {part[0]}
              </bdi>
            ),
          )}
        </li>
      ))}
    </ul>
  );
}
