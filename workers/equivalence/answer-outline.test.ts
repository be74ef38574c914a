import { describe, expect, it } from 'vitest';
import { outlineOfAnswer, outlineOfMessage } from './answer-outline.ts';

const order = {
  orderId: 7,
  total: 12.5,
  paid: false,
  note: '',
  items: [{ sku: 'a' }, { sku: 'b' }],
};
const outline = (body: unknown) =>
  outlineOfAnswer({ body: typeof body === 'string' ? body : JSON.stringify(body) });

describe('the outline of an answer', () => {
  it('counts fields, values, characters and the longest list, without what is empty', () => {
    expect(outlineOfMessage(order)).toMatchObject({
      fields: ['orderid', 'sku', 'total'],
      values: 4,
      characters: 7,
      records: 2,
    });
  });

  it('is the same in JSON, in the JSON of Protobuf, in GraphQL and in XML', () => {
    const wanted = outlineOfMessage(order)?.digest;
    const protobuf = { order_id: '7', total: 12.5, items: [{ sku: 'a' }, { sku: 'b' }] };
    const xml = `<s:Envelope xmlns:s="x"><s:Body><GetOrderResponse><OrderId>7</OrderId><Total>12.50</Total><Paid>false</Paid>
      <Items><Sku>a</Sku></Items><Items><Sku>b</Sku></Items></GetOrderResponse></s:Body></s:Envelope>`;
    for (const body of [
      order,
      protobuf,
      { data: { order: { __typename: 'Order', ...order } } },
      xml,
    ]) {
      expect(outline(body)).toMatchObject({ digest: wanted, records: 2 });
    }
  });

  it('differs where a value does', () => {
    expect(outline({ ...order, total: 13 })?.digest).not.toBe(outline(order)?.digest);
  });

  it('is unknown for a body that is neither JSON nor XML', () => {
    expect(outline('a plain text')).toBeNull();
    expect(outline('<a><b></a>')).toBeNull();
  });
});
