import type { Mechanism } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { JsonFacts } from './json-facts.tsx';

export function MechanismDetails({
  mechanism,
}: {
  readonly mechanism: Mechanism | undefined;
}): ReactNode {
  if (!mechanism) return null;
  const { description, data, meta } = mechanism;
  const values = { ...meta, ...data };
  return (
    <>
      {description !== undefined && (
        <p className="text-sm wrap-anywhere whitespace-pre-wrap text-quiet">
          <bdi>{description}</bdi>
        </p>
      )}
      {Object.keys(values).length > 0 && (
        <Disclosure className="text-sm text-quiet" summary="How it was caught">
          <div className="pt-1 pb-2 pl-4">
            <JsonFacts values={values} />
          </div>
        </Disclosure>
      )}
    </>
  );
}
