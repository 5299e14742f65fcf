export { findOpened, toMenu } from './saved-menu.ts';
export { SavedSearchesModule } from './saved-searches.module.ts';
export { SavedSearchesService } from './saved-searches.service.ts';
