export const ownProjectSlug = 'errata';
