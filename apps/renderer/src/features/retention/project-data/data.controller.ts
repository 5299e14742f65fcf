import { boundLimits, formatBytes, outcomeLimits, reportLimits, to } from '#shared';
import type { AddressChoice, PrivacyRules, PropsOf } from '#shared';
import { Get, Param } from '@nestjs/common';
import { Page } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { BoundsService } from '../bounds/index.ts';
import { PrivacyService } from '../../recording/privacy/index.ts';
import { FiltersService, listFilters } from '../../recording/filters/index.ts';
import { DataPart, ProjectEntry, ProjectPipe } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { DataService } from './data.service.ts';

const DAY_MS = 86_400_000;

const ADDRESSES: Readonly<Record<AddressChoice, string>> = {
  shorten: 'Network addresses of people are shortened.',
  keep: 'Network addresses of people are kept whole.',
  drop: 'Network addresses of people are not kept.',
};

@DataPart({
  name: 'Received',
  words: 'storage space bounds room events kept refused filtered lost rate limited why missing',
  order: 10,
  right: 'issues.read',
})
@ProjectEntry({
  name: 'Data',
  help: 'Everything about the data of this project: what came and what became of it, how long it is kept, what is hidden of it, and what is stored of one person.',
  state: DataService,
  order: 60,
})
export class DataController {
  constructor(
    private readonly data: DataService,
    private readonly filters: FiltersService,
    private readonly privacy: PrivacyService,
    private readonly bounds: BoundsService,
  ) {}

  @Get()
  @Page<PropsOf<DataController['show']>>('project-data/data.page', {
    head: ({ name }) => ({ title: `Received by ${name}` }),
  })
  async show(@Param('slug', ProjectPipe) project: Project, @CurrentAccess() access: Access) {
    const { id, slug, name } = project;
    const [data, settings, privacy, room, daysKept] = await Promise.all([
      this.data.describe(project, access),
      this.filters.get(id),
      this.privacy.get(id),
      this.bounds.describeRoom(id),
      this.bounds.getDaysKept(id),
    ]);
    const filtersHref = to('/settings/projects/:slug/filters', { slug });
    return {
      name,
      kept: describeKept(daysKept),
      hidden: describeHidden(privacy),
      room,
      filters: listFilters(settings),
      filtersHref: access.can('project.filters', id) ? filtersHref : undefined,
      ...data,
    };
  }
}

function describeKept(days: number): string[] {
  const { wholeEventsPerHour } = boundLimits;
  const { keptEventBytes, attachmentsPerEvent } = reportLimits;
  return [
    'Errata keeps errors, messages and policy violations as they were sent, with their files and feedback.',
    `An event is shortened to ${formatBytes(keptEventBytes)}, and has at most ${attachmentsPerEvent} files. The event notes what was cut.`,
    `Errata keeps ${wholeEventsPerHour} events of each issue an hour whole (WHOLE_EVENTS_PER_HOUR changes that), and the first of each release and environment. Each other event counts, and leaves one line.`,
    describeRetention(days),
    `Hourly counts of all outcomes are kept for ${outcomeLimits.hoursKeptMs / DAY_MS} days.`,
  ];
}

function describeRetention(days: number): string {
  return `Events, their files, users and addresses are kept for ${days} days. When room is needed, the oldest are thinned earlier. Issues stay, with their counts and bars, until somebody deletes them.`;
}

function describeHidden(rules: PrivacyRules): string[] {
  const { secretNames, safeNames, openPaths, hidesMail, hidesIban, addresses } = rules;
  const also = [hidesMail && 'mail addresses', hidesIban && 'account numbers (IBAN)'];
  const named = [...also.filter(Boolean), ...secretNames].join(', ');
  const shown = [...safeNames, ...openPaths].join(', ');
  return [
    'Before Errata stores an event, it replaces secrets such as passwords, tokens, cookies, keys and card numbers. It knows them by field name and by form, in every field, header, address and text.',
    ...(named === '' ? [] : [`This project also hides: ${named}.`]),
    ...(shown === '' ? [] : [`This project leaves unchanged: ${shown}.`]),
    ADDRESSES[addresses],
    'The event notes what Errata hid. To send less, set sendDefaultPii or dataCollection in the SDK.',
  ];
}
