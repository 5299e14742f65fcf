export { EmptyListOffer } from './empty-list-offer.decorator.ts';
export { IssuesModule } from './issues.module.ts';
