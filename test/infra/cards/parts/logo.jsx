const size = 20;

export const Logo = () => <b style={{ fontSize: size }}>logo</b>;
