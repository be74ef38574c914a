import { expect, it } from 'vitest';
import { toggled } from './toggled.ts';

const order = ['rest', 'soap', 'grpc'];

it('switches off and on, at the place of the order, and keeps an order that the user chose', () => {
  expect(toggled(order, 'soap', order)).toEqual(['rest', 'grpc']);
  expect(toggled(['rest', 'grpc'], 'soap', order)).toEqual(order);
  expect(toggled(['soap'], 'rest', order)).toEqual(['rest', 'soap']);
  expect(toggled([], 'soap', order)).toEqual(['soap']);
  expect(toggled(['grpc', 'rest'], 'soap', order)).toEqual(['grpc', 'rest', 'soap']);
});

it('keeps levels it does not know after the others', () => {
  expect(toggled(['soap', 'echo:5'], 'rest', order)).toEqual(['rest', 'soap', 'echo:5']);
  expect(toggled(['rest'], 'echo:5', order)).toEqual(['rest', 'echo:5']);
});
