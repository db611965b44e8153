import { cancel, changeAddress, refund } from './changes.ts';
import type { Desk, Reply } from './desk.ts';
import { answerQuestion, findOrder, listOrders, tellPolicy } from './reads.ts';
import type { Request } from './understand.ts';

/** Does what one request asks for, and returns what there is to tell. */
export async function handle(request: Request, desk: Desk): Promise<Reply[]> {
  const { intent } = request;
  switch (intent) {
    case 'list':
      return listOrders(desk);
    case 'policy':
      return tellPolicy(desk);
    case 'capabilities':
    case 'not_offered':
      return [{ kind: intent }];
  }
  const found = request.orderId === undefined ? await findOrder(request, desk) : { orderId: request.orderId };
  if ('replies' in found) return found.replies;
  const known = { ...request, orderId: found.orderId };
  switch (intent) {
    case 'refund':
      return refund(known, desk);
    case 'cancel':
      return cancel(known, desk);
    case 'change_address':
      return changeAddress(known, desk);
    default:
      return answerQuestion({ ...known, intent }, desk);
  }
}
