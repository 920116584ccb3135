// deploy/haproxy.compose.cfg is deploy/haproxy.cfg with what is different in a container, so that neither goes on without the other.

/** What is different, each as `[there, here]`. */
const DIFFERENCES = [
  [
    '# Tengen behind HAProxy 2.6 or later, in the place of /etc/haproxy/haproxy.cfg. See "Behind a proxy" in docs/operations/web.md.\n' +
      '# The servers are started with --trusted-proxy 127.0.0.1 and --public-url https://go.example.org.\n',
    '# HAProxy in docker-compose.cluster.yml: as haproxy.cfg, with the servers\' names there and without root. tests/container holds\n' +
      '# both together.\n',
  ],
  ['    user haproxy\n    group haproxy\n    chroot /var/lib/haproxy\n', ''],
  ['    bind :80\n', '    bind :8080\n'],
  [
    'frontend public\n',
    '# Docker\'s own. The address of a server changes when its container is made anew.\n' +
      'resolvers docker\n' +
      '    nameserver dns 127.0.0.11:53\n' +
      '    hold valid 5s\n' +
      '\n' +
      '# For the container\'s health check.\n' +
      'frontend health\n' +
      '    bind 127.0.0.1:8090\n' +
      '    monitor-uri /\n' +
      '\n' +
      'frontend public\n',
  ],
  ['check inter 1s fall 2 rise 1\n', 'check inter 1s fall 2 rise 1 resolvers docker init-addr none\n'],
  ['server tengen1 127.0.0.1:8081', 'server tengen1 tengen1:8080'],
  ['server tengen2 127.0.0.1:8082', 'server tengen2 tengen2:8080'],
  ['server tengen3 127.0.0.1:8083', 'server tengen3 tengen3:8080'],
];

/** The words of a HAProxy in front. It shares its ports with no other one. */
export const haproxyWords = (configuration) => ['-db', '-dR', '-f', configuration];

/** The configuration for a container, made from the other one. */
export function inContainer(configuration) {
  return DIFFERENCES.reduce((text, [there, here]) => {
    if (!text.includes(there)) throw new Error(`haproxy.cfg has no ${there}`);
    return text.replace(there, () => here);
  }, configuration);
}
