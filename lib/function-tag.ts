/** Tag of the functions of this service. Functions that CDK adds to a stack do not have it. */
export const functionTag = 'image-url-function';
