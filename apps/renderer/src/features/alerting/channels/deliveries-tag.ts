/** Of what shows how deliveries end. Nothing raises it: pages ask. */
export const deliveriesTag = 'deliveries';
