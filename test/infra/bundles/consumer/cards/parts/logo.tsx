export const Logo = () => <b>logo</b>;
