import { PartsAt } from '#client-runtime/parts';
import type { Address, DebugImage, EventSdk, EventTitle, NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { Link } from '#client-runtime';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { Facts } from '../../../../../ui/facts.tsx';
import type { Fact } from '../../../../../ui/facts.tsx';
import { JsonText } from '../../../../../ui/json-value.tsx';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';
import type { IssuePageProps } from '../../issues.dto.ts';
import { BreadcrumbTimeline } from './breadcrumb-timeline.tsx';
import { Contexts, Extra, Tags } from './event-details.tsx';
import { EventFacts, present } from './event-facts.tsx';
import { fileOf } from './frame-location.ts';
import { Modules } from './modules.tsx';
import { Request } from './request.tsx';
import { Threads } from './thread-list.tsx';

interface ShownEventProps {
  readonly event: NormalisedEvent;
}

/** Shows everything of the event that stands below the stack trace. */
export function EventDetails({
  event,
  said,
}: ShownEventProps & { readonly said: EventTitle }): ReactNode {
  return (
    <>
      <PartsAt place="after-trace" />
      <BreadcrumbTimeline breadcrumbs={event.breadcrumbs} event={event} said={said} />
      <Request request={event.request} />
      <Contexts contexts={event.contexts} />
      <Extra extra={event.extra} />
      <Threads threads={event.threads} />
      <Modules modules={event.modules} />
      <DebugImages images={event.images} />
      <PartsAt place="after-details" />
    </>
  );
}

/** Shows everything of the event that stands beside the stack trace. */
export function EventAside({
  event,
  ofUser,
}: ShownEventProps & Pick<IssuePageProps, 'ofUser'>): ReactNode {
  return (
    <>
      <PartsAt place="aside-first" />
      <User user={event.user} ofUser={ofUser} />
      <Tags tags={event.tags} />
      <PartsAt place="aside-tags" />
      <EventFacts event={event} />
      <Sdk sdk={event.sdk} />
      <PartsAt place="aside" />
    </>
  );
}

/**
 * Shows executables and libraries that were in memory, and bundles whose source maps have an id.
 */
function DebugImages({ images }: Pick<NormalisedEvent, 'images'>): ReactNode {
  if (!images) return null;
  return (
    <FoldSection id="images" count={images.length} title="Debug images">
      <Disclosure className="text-sm" summary={formatQuantity(images.length, 'image')}>
        <ul className="pb-2 pl-4">
          {images.map((image, index) => (
            // Names may repeat, so they cannot be keys.
            <li key={index} className="py-1 wrap-anywhere">
              <bdi translate="no">{fileOf(image.name)}</bdi>{' '}
              <span className="block font-mono text-xs text-faint">
                <bdi translate="no">{describe(image)}</bdi>
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

function Sdk({ sdk }: { readonly sdk: EventSdk | undefined }): ReactNode {
  if (!sdk) return null;
  const { name, version, integrations = [], packages = [] } = sdk;
  return (
    <FoldSection id="sdk" title="SDK">
      <p className="text-sm wrap-anywhere">{[name, version].filter(Boolean).join(' ')}</p>
      <Names names={integrations} one="integration" />
      <Names names={packages} one="package" />
    </FoldSection>
  );
}

function Names({
  names,
  one,
}: {
  readonly names: readonly string[];
  readonly one: string;
}): ReactNode {
  if (names.length === 0) return null;
  return (
    <Disclosure className="text-sm text-quiet" summary={formatQuantity(names.length, one)}>
      <p className="py-1 pl-4 wrap-anywhere">
        <bdi translate="no">{names.join(', ')}</bdi>
      </p>
    </Disclosure>
  );
}

function User({
  user = {},
  ofUser,
}: Pick<NormalisedEvent, 'user'> & { readonly ofUser: Address | undefined }): ReactNode {
  const { geo = {}, data = {} } = user;
  const facts: readonly Fact[] = [
    ...present([
      ['Name', user.name],
      ['Username', user.username],
      ['Email', user.email],
      ['ID', user.id],
      ['Address', user.ipAddress],
    ]),
    ...[...Object.entries(geo), ...Object.entries(data)].map(
      ([name, value], index) => [name, <JsonText key={index} value={value} />] as const,
    ),
  ];
  if (facts.length === 0) return null;
  return (
    <FoldSection
      id="user"
      title="User"
      preview={user.email ?? user.username ?? user.name ?? user.id ?? user.ipAddress}
      note={
        ofUser !== undefined && (
          <Link href={ofUser} className="inline-flex items-center pointer-coarse:min-h-11">
            All issues of this user
          </Link>
        )
      }
    >
      <Facts facts={facts} />
    </FoldSection>
  );
}
