import { Injectable } from '@nestjs/common';
import { UserStore } from '#product/people/accounts';

@Injectable()
export class AccountService {
  constructor(private readonly users: UserStore) {}

  async rename(userId: number, name: string): Promise<void> {
    await this.users.setName(userId, name.trim() || undefined);
  }
}
