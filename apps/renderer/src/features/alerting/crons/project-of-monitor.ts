import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ProjectOf } from '../../people/accounts/index.ts';
import { CronsService } from './crons.service.ts';
import { MonitorIdPipe } from './monitor-id.pipe.ts';

@Injectable()
export class ProjectOfMonitor extends ProjectOf {
  private readonly ids = new MonitorIdPipe();

  constructor(private readonly crons: CronsService) {
    super();
  }

  override find({ params }: Request): Promise<number | undefined> {
    return this.crons.findProject(this.ids.transform(String(params['id'])));
  }
}
