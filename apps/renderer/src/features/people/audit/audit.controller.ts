import { Get, Header, Injectable, NotFoundException, Query, StreamableFile } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { filledQuery, Page } from '../../../rendering/index.ts';
import { SettingsSection } from '../settings/index.ts';
import type { ListedChanges } from './audit.dto.ts';
import { AuditService } from './audit.service.ts';

const FORMS = {
  project: /^[1-9]\d{0,14}$/,
  by: /^[1-9]\d{0,14}$/,
  what: /^[a-z_-]{1,40}\.[a-z_-]{0,60}$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
  before: /^[1-9]\d{0,14}$/,
} as const;

/**
 * Reads the filter from the query. Blank fields count as absent, because forms send them. Throws a
 * 404 for invalid values.
 */
@Injectable()
class AuditFilterPipe implements PipeTransform<Readonly<Record<string, unknown>>, ListedChanges> {
  transform(query: Readonly<Record<string, unknown>>): ListedChanges {
    const given = Object.entries(FORMS).flatMap(([name, form]) => {
      const value = query[name];
      if (value === undefined || value === '') return [];
      if (typeof value !== 'string' || !form.test(value)) throw new NotFoundException();
      if (/^(?:from|to)$/.test(name) && Number.isNaN(Date.parse(value))) {
        throw new NotFoundException();
      }
      return [[name, value]];
    });
    return Object.fromEntries(given) as ListedChanges;
  }
}

@SettingsSection({
  name: 'Audit log',
  words: 'history changes who changed',
  segment: 'audit',
  help: 'Who changed what, and when. Entries stay after the person or the project is gone.',
  order: 80,
  right: 'instance.auditLog',
})
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Page<PropsOf<AuditController['list']>>('audit/audit.page', {
    head: () => ({ title: 'Audit log' }),
  })
  list(@Query(filledQuery('/settings/audit'), AuditFilterPipe) listed: ListedChanges) {
    return this.audit.list(listed);
  }

  @Get('csv')
  @Header('Cache-Control', 'private, no-store')
  export(@Query(AuditFilterPipe) listed: ListedChanges): StreamableFile {
    return new StreamableFile(this.audit.export(listed), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="errata-audit-log.csv"',
    });
  }
}
