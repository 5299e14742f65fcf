import type { EventRequest, JsonValue } from '#shared';
import type { ReactNode } from 'react';
import { CodeRegion } from '../../../../../ui/code-region.tsx';
import { CopyButton } from '../../../../../ui/copy-button.tsx';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { Facts } from '../../../../../ui/facts.tsx';
import { JsonText } from '../../../../../ui/json-value.tsx';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';
import { toCurl } from './to-curl.ts';
import { present } from './event-facts.tsx';
import { JsonFacts } from './json-facts.tsx';

export function Request({ request }: { readonly request: EventRequest | undefined }): ReactNode {
  if (!request) return null;
  const { method, url, query, headers, cookies = [], body, env = {} } = request;
  const variables = Object.keys(env).length;
  const curl = toCurl(request);
  return (
    <FoldSection id="request" title="Request" preview={[method, url].filter(Boolean).join(' ')}>
      <p className="mb-2 font-mono text-xs wrap-anywhere">
        {method !== undefined && <b className="font-semibold">{`${method} `}</b>}
        {url}
        {curl !== undefined && <CopyButton text={curl} label="as curl" words="copy as curl" />}
      </p>
      <Facts facts={present([['Query', query]])} />
      <Body body={body} />
      {headers.length > 0 && (
        <Folded summary={formatQuantity(headers.length, 'header')}>
          <Facts facts={headers.map(([name, value]) => [name, value])} />
        </Folded>
      )}
      {cookies.length > 0 && (
        <Folded summary={`${formatQuantity(cookies.length, 'cookie')}, values are never kept`}>
          <p className="wrap-anywhere">
            <bdi translate="no">{cookies.join(', ')}</bdi>
          </p>
        </Folded>
      )}
      {variables > 0 && (
        <Folded summary={`${formatQuantity(variables, 'variable')} of the server`}>
          <JsonFacts values={env} />
        </Folded>
      )}
    </FoldSection>
  );
}

function Folded({
  summary,
  children,
}: {
  readonly summary: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Disclosure className="text-sm text-quiet" summary={summary}>
      <div className="py-1 pl-4">{children}</div>
    </Disclosure>
  );
}

function Body({ body }: { readonly body: JsonValue | undefined }): ReactNode {
  if (body === undefined || body === null || body === '') return null;
  return (
    <div className="my-2">
      <h3 className="text-sm font-normal text-faint">Body</h3>
      {typeof body === 'string' ? (
        <CodeRegion
          label="Body of the request"
          className="max-h-80 overflow-auto bg-raised px-3 py-1 font-mono text-xs"
        >
          {body}
        </CodeRegion>
      ) : typeof body === 'object' && !Array.isArray(body) ? (
        <JsonFacts values={body as Readonly<Record<string, JsonValue>>} />
      ) : (
        <JsonText value={body} />
      )}
    </div>
  );
}
