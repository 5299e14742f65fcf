import type { DebugImage, NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';
import { fileOf } from './frame-location.ts';

/**
 * Shows executables and libraries that were in memory, and bundles whose source maps have an id.
 */
export function DebugImages({ images }: Pick<NormalisedEvent, 'images'>): ReactNode {
  if (!images) return null;
  return (
    <FoldSection id="images" count={images.length} title="Debug images">
      <Disclosure className="text-sm" summary={formatQuantity(images.length, 'image')}>
        <ul className="pb-2 pl-4">
          {images.map((image, index) => (
            // Names may repeat, so they cannot be keys.
            <li key={index} className="py-1 wrap-anywhere">
              <bdi>{fileOf(image.name)}</bdi>{' '}
              <span className="block font-mono text-xs text-faint">
                <bdi>{describe(image)}</bdi>
              </span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </FoldSection>
  );
}

function describe({ name, type, debugId, start, end }: DebugImage): string {
  const range = end === undefined ? start : `${start} to ${end}`;
  const path = fileOf(name) === name ? undefined : name;
  return [type, debugId, range, path].filter((part) => part !== undefined).join(' · ');
}
