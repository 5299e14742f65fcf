import { Global, Module } from '@nestjs/common';
import { MenusModule } from '../../people/menus/index.ts';
import { ProjectsModule } from '../../projects/projects/index.ts';
import { ShownEventExtension } from '../issue-page/index.ts';
import { FindController } from './find.controller.ts';
import { FindService } from './find.service.ts';
import { PaletteController } from './palette/palette.controller.ts';
import { PaletteService } from './palette/palette.service.ts';
import { SettingsSearchController } from './settings/settings-search.controller.ts';
import { SettingsSearch } from './settings/settings-search.service.ts';
import { TimelineController } from './timeline/timeline.controller.ts';
import { SurroundingsService } from './timeline/surroundings.ts';
import { TracedEvents } from './timeline/traced-events.ts';
import { TimelineService } from './timeline/timeline.service.ts';

/** Global, because the page needs `ShownEventExtension` where there is one. */
@Global()
@Module({
  imports: [MenusModule, ProjectsModule],
  controllers: [FindController, PaletteController, SettingsSearchController, TimelineController],
  providers: [
    FindService,
    PaletteService,
    SettingsSearch,
    SurroundingsService,
    { provide: ShownEventExtension, useExisting: SurroundingsService },
    TimelineService,
    TracedEvents,
  ],
  exports: [FindService, ShownEventExtension],
})
export class FindModule {}
