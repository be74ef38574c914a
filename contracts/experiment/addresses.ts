import { z } from 'zod';

/** Where a service over HTTP is: its origin, and a path where it has one. */
export const httpAddress = z
  .string({ error: 'expected an address such as http://host:8080' })
  .refine((text) => /^https?:\/\/[^\s/]+/.test(text) && URL.canParse(text), {
    error: 'expected an address such as http://host:8080',
  });
/** Where a service that has no URLs is: host and port. */
export const socketAddress = z
  .string({ error: 'expected host:port, such as host:50051' })
  .regex(
    /^(\[[0-9a-fA-F:]+\]|[^\s:/[\]]+):([0-9]{1,5})$/,
    'expected host:port, such as host:50051',
  );
