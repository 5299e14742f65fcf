export { CommentsService } from './comments.service.ts';
export { HistoryModule } from './history.module.ts';
