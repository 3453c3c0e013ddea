/** Tag of the service's own functions: those that CDK adds to a stack do not have it. */
export const functionTag = 'image-url-function';
