/** Path at which the GraphQL service listens. */
export const graphqlPath = '/graphql';
