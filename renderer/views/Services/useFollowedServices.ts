import { useEffect, useState } from 'react';
import { useConnection } from '../../transport/connection.ts';
import { followServices } from './servicesStore.ts';

/** Follows the services while the caller is shown, and again after each new connection. @returns a retry function. */
export function useFollowedServices(): () => void {
  const epoch = useConnection((state) => state.epoch);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stopper = new AbortController();
    void followServices(stopper.signal);
    return () => stopper.abort();
  }, [epoch, attempt]);
  return () => setAttempt((before) => before + 1);
}
