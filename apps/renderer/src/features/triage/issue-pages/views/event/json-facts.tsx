import type { JsonValue } from '#shared';
import type { ReactNode } from 'react';
import { Facts } from '../../../../../ui/facts.tsx';
import { JsonText } from '../../../../../ui/json-value.tsx';

interface JsonFactsProps {
  readonly values: Readonly<Record<string, JsonValue>>;
}

export function JsonFacts({ values }: JsonFactsProps): ReactNode {
  return (
    <Facts
      facts={Object.entries(values).map(([name, value]) => [
        name,
        <JsonText key={name} value={value} />,
      ])}
    />
  );
}
