import { Injectable } from '@nestjs/common';
import { DeliveryStore } from '#product/alerting/channels';
import type { LoggedDelivery } from '#product/alerting/channels';
import { IssueStore } from '#product/recording/issues';
import { to } from '#shared';
import type { Address } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { mayOpen } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { Menus } from '../../people/menus/index.ts';
import { ownProjectSlug, ProjectsService } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { toProjectTag } from '../../recording/changes/index.ts';
import { BoundsService, toOutcomes } from '../../retention/bounds/index.ts';
import { fillSnippets, listPlatforms, readAskedPlatform, readPlatforms } from './asked-platform.ts';
import type { ArrivedIssue, MailState } from './getting-started.dto.ts';
import { StartOffer } from './start-offer.decorator.ts';

const DELIVERIES_READ = 20;

@Injectable()
export class GettingStartedService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly issues: IssueStore,
    private readonly menus: Menus,
    private readonly bounds: BoundsService,
    private readonly deliveries: DeliveryStore,
    private readonly config: RendererConfig,
  ) {}

  async show(
    { id, slug, name }: Project,
    query: Readonly<Record<string, unknown>>,
    access: Access,
  ) {
    const [platforms, [found], arrived, refusals, mail] = await Promise.all([
      readPlatforms(),
      this.projects.listDsns([id]),
      this.findArrived(id),
      this.bounds.countRefused([id]),
      access.can('instance.operate') ? this.findMailState() : undefined,
    ]);
    const reports = refusals.get(id);
    const asked = readAskedPlatform(platforms, query);
    const platform = platforms.find((each) => each.id === asked.platform);
    const page = { slug, via: asked.via };
    const { dsnOrigin, publicUrl, organisation } = this.config;
    const chosen =
      found &&
      platform &&
      fillSnippets(platform, page, { ...found, dsnOrigin, publicUrl, organisation });
    const kind = this.findKind(slug);
    return {
      slug,
      name,
      tags: [toProjectTag(id)],
      platforms: listPlatforms(platforms, slug, asked.platform),
      here: to('/projects/:slug/start', { slug }, { query: { ...asked } }),
      offers: arrived
        ? []
        : this.menus.list(StartOffer, { mayOpen: (controller) => mayOpen(access, controller) }),
      dsn: found?.dsn,
      chosen,
      kind,
      mail,
      arrived,
      refused: reports && !arrived ? { reports, href: toOutcomes(slug) } : undefined,
    };
  }

  async findStart(access: Access): Promise<Address> {
    const first = await this.projects.findFirstDsn(access.listProjects('project.keys'));
    return first ? to('/projects/:slug/start', { slug: first.project }) : to('/issues');
  }

  private async findArrived(projectId: number): Promise<ArrivedIssue | undefined> {
    const [issue, another] = await this.issues.list({ projectIds: [projectId], limit: 2 });
    if (!issue) return undefined;
    const { id, type, value } = issue;
    return {
      title: [type, value].filter(Boolean).join(': '),
      href: to('/issues/:id', { id }),
      isFirst: !another,
    };
  }

  private async findMailState(): Promise<MailState> {
    if (!this.config.isMailSet) return { isSet: false };
    return toMailState(await this.deliveries.list({}, DELIVERIES_READ));
  }

  /** `first` is the project that Errata made at its first start, `own` that of its own errors. */
  private findKind(slug: string): 'first' | 'own' | undefined {
    if (slug === ownProjectSlug) return 'own';
    return slug === this.config.projects[0]?.slug ? 'first' : undefined;
  }
}

type Delivery = Pick<LoggedDelivery, 'address' | 'triedAtMs' | 'state' | 'answer'>;

/** Takes the deliveries latest first. Those to a channel or not yet tried say nothing of mail. */
export function toMailState(deliveries: readonly Delivery[]): MailState {
  const last = deliveries.find((each) => each.address !== undefined && each.triedAtMs);
  if (!last) return { isSet: true };
  return { isSet: true, last: { isSent: last.state === 'sent', answer: last.answer ?? '' } };
}
