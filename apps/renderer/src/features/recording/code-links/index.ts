export { CodeLinksModule } from './code-links.module.ts';
export { CodeLinksService } from './code-links.service.ts';
