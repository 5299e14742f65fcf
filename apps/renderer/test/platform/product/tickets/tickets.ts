import { Injectable, NotFoundException } from '@nestjs/common';

interface Ticket {
  readonly history: string[];
  readonly remarks: string[];
  note?: string;
  fileName?: string;
}

@Injectable()
export class Tickets {
  private readonly tickets = new Map<string, Ticket>();
  private opened = 0;

  open(): string {
    this.opened += 1;
    const id = `t${this.opened}`;
    this.tickets.set(id, { history: [], remarks: [] });
    return id;
  }

  find(id: string): Ticket | undefined {
    return this.tickets.get(id);
  }

  get(id: string): Ticket {
    const ticket = this.find(id);
    if (!ticket) throw new NotFoundException();
    return ticket;
  }

  /** Settling a ticket again with the same values changes nothing. */
  settle(id: string, { note, fileName }: Pick<Ticket, 'note' | 'fileName'>): void {
    const ticket = this.get(id);
    if (ticket.note === note && ticket.fileName === fileName) return;
    Object.assign(ticket, { note, fileName });
    ticket.history.push('settled');
  }

  remark(id: string, remark: string): void {
    const { history, remarks } = this.get(id);
    remarks.push(remark);
    history.push('remarked');
  }
}
