import { toExceptionTree, toShownType } from '#shared';
import type { ExceptionNode, ExceptionValue, Mechanism, NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { ThreeLines } from '../../../../../ui/three-lines.tsx';
import { toFailingFrameId } from './failing-ids.ts';
import { JsonFacts } from './json-facts.tsx';
import { StackText } from './raw-links.tsx';
import { StackTrace } from './stack-trace.tsx';

/**
 * These types only say how the exception relates to another exception. The page already says so
 * before the exception's type.
 */
const RELATION_TYPES: ReadonlySet<string> = new Set(['generic', 'chained', 'suppressed']);

/** Longest message that the head of the page shows in full on a phone, where it has three lines. */
const SHOWN_IN_FULL = 110;

type Said = Pick<ExceptionValue, 'type' | 'value'>;

interface ExceptionChainProps extends Pick<NormalisedEvent, 'images'> {
  readonly exceptions: readonly ExceptionValue[];
  readonly said: Said;
}

export function ExceptionChain({ exceptions, said, images }: ExceptionChainProps): ReactNode {
  const tree = toExceptionTree(exceptions);
  if (!tree) return null;
  return (
    <Section
      id="trace"
      title="Stack trace"
      note={
        <>
          {exceptions.length > 1 && (
            <span className="max-sm:sr-only">{`${exceptions.length} exceptions · `}</span>
          )}
          <StackText />
        </>
      }
    >
      {images?.some(({ type }) => type === 'proguard') && exceptions.some(isObfuscated) && (
        <p className="mb-2 max-w-prose text-sm text-quiet">
          Names are obfuscated: R8 or ProGuard renamed classes and methods in this build.
        </p>
      )}
      {listTree(tree).map((listed) => (
        <Exception
          key={listed.node.index}
          {...listed}
          position={exceptions.length - 1 - listed.node.index}
          surfaced={tree.exception}
          said={said}
        />
      ))}
    </Section>
  );
}

/** Class names that R8 makes have up to three characters, and the application's own are longer. */
function isObfuscated({ frames }: ExceptionValue): boolean {
  return frames.some(
    ({ inApp, module }) => inApp && /(?:^|\.)[a-z][a-z\d]{0,2}$/i.test(module ?? ''),
  );
}

interface Listed {
  readonly node: ExceptionNode;
  readonly depth: number;
  readonly relation: string;
}

/**
 * A cause stands below its exception at the same depth. Members and suppressed exceptions are
 * indented.
 */
function listTree(node: ExceptionNode, depth = 0, relation = ''): readonly Listed[] {
  const members = node.within.filter((each) => each.relation === 'member');
  return [
    { node, depth, relation },
    ...node.within.flatMap((child) => {
      const place = members.indexOf(child) + 1;
      const word = place === 0 ? 'suppressed' : `${place} of ${members.length}`;
      return listTree(child, depth + 1, word);
    }),
    ...node.causes.flatMap((child) =>
      listTree(child, depth, child.relation === 'context' ? 'while handling' : 'caused by'),
    ),
  ];
}

/** Deeper exceptions are not indented further, since a phone has no room. */
const DEPTH_CLASSES = [
  '',
  'ml-1 border-l border-rule pl-3',
  'ml-4 border-l border-rule pl-3',
  'ml-7 border-l border-rule pl-3',
];

function Exception({
  node: { exception, within },
  depth,
  relation,
  position,
  surfaced,
  said,
}: Listed &
  Pick<ExceptionChainProps, 'said'> & {
    readonly position: number;
    readonly surfaced: ExceptionValue;
  }): ReactNode {
  const { type, value, frames } = exception;
  const members = within.filter((each) => each.relation === 'member').length;
  const note = describeMechanism(exception, surfaced);
  const isOfHead = position === 0 && isSaid(exception, said);
  const short = toShownType(type);
  return (
    <article
      className={`${position === 0 ? '' : 'mt-6'} ${DEPTH_CLASSES[Math.min(depth, DEPTH_CLASSES.length - 1)]}`}
    >
      {(type !== '' || relation !== '') && (
        <h3 className="text-base wrap-anywhere">
          {relation !== '' && <span className="font-normal text-faint">{`${relation} `}</span>}
          <bdi translate="no" className={isOfHead ? 'said' : undefined}>
            {short}
          </bdi>
          {note !== '' && <span className="ml-2 text-xs font-normal text-faint">{note}</span>}
        </h3>
      )}
      {!isOfHead && short !== type && (
        <p className="font-mono text-xs wrap-anywhere text-faint">{type}</p>
      )}
      {!isOfHead && value !== '' && <ThreeLines text={value} className="text-quiet" />}
      {members > 1 && <p className="text-sm text-quiet">{`${members} exceptions side by side`}</p>}
      <MechanismDetails mechanism={exception.mechanism} />
      <div className="mt-2">
        {frames.length > 0 ? (
          <StackTrace frames={frames} failingId={toFailingFrameId(position)} />
        ) : (
          <p className="text-sm text-faint">No stack trace was sent.</p>
        )}
      </div>
    </article>
  );
}

/**
 * Returns true when the page's head shows the whole text already. A message that was sent with a
 * stack comes as an exception without a type.
 */
function isSaid({ type, value }: ExceptionValue, said: Said): boolean {
  return (
    (type === said.type || type === '') && value === said.value && value.length <= SHOWN_IN_FULL
  );
}

function MechanismDetails({ mechanism }: { readonly mechanism: Mechanism | undefined }): ReactNode {
  if (!mechanism) return null;
  const { description, data, meta } = mechanism;
  const values = { ...meta, ...data };
  return (
    <>
      {description !== undefined && (
        <p className="text-sm wrap-anywhere whitespace-pre-wrap text-quiet">
          <bdi translate="no">{description}</bdi>
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

/**
 * Says how an exception was caught: `unhandled, by onunhandledrejection`. An inner exception gets
 * "handled" or "unhandled" only when this word differs from that of the surfaced exception.
 */
export function describeMechanism(exception: ExceptionValue, surfaced: ExceptionValue): string {
  const { type, module, mechanism } = exception;
  const isHandledSaid =
    exception !== surfaced && mechanism?.handled === surfaced.mechanism?.handled;
  const isModuleSaid = module === undefined || module === '' || type.startsWith(`${module}.`);
  const parts = [
    !isModuleSaid && `module ${module}`,
    mechanism && sayCaught(mechanism, isHandledSaid),
    mechanism?.source !== undefined && `from ${mechanism.source}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

function sayCaught({ type, handled }: Mechanism, isHandledSaid: boolean): string {
  const parts = [
    !isHandledSaid && handled !== undefined && (handled ? 'handled' : 'unhandled'),
    !RELATION_TYPES.has(type) && `by ${type}`,
  ];
  return parts.filter(Boolean).join(', ');
}
